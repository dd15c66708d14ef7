// Tokens that depend on what follows them.
//
// `_line_end`: the end of a line that ends an entry. A line goes on if the next one begins with an
// operator, a word such as `when` or `to`, a text, or the `{` of a block.
// `label`: a word with a colon behind it, which is always a name, whatever the word is.
// `call_name`: a word with a parenthesis right behind it.
// `mark`: a sign with a colon behind it, in the legend of a map.

#include "tree_sitter/parser.h"

#include <string.h>

enum { LINE_END, LABEL, CALL_NAME, MARK };

// Longer than any word of the language.
#define LONGEST 32

static bool is_letter(int32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(int32_t c) { return c >= '0' && c <= '9'; }
static bool is_word(int32_t c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; }
static bool is_space(int32_t c) { return c == ' ' || c == '\t'; }
static bool is_line(int32_t c) { return c == '\n' || c == '\r'; }
static bool is_mark(int32_t c) { return c > ' ' && c < 127 && !is_letter(c) && !is_digit(c) && !strchr("\"(),/:;{}", c); }

static bool is_one_of(const char *word, const char *const *words) {
  for (; *words; words++) {
    if (strcmp(word, *words) == 0) return true;
  }
  return false;
}

// Words between two values; with a parenthesis behind them they are no calls.
static const char *const BETWEEN[] = {"and", "or", "has", "is", "in", "within", "of", "where", "implies", "then", NULL};
// Other words that a line can go on with.
static const char *const ONWARD[] = {"when", "until", "by", "to", "from", "with", "at", "as", "else", "sheet", NULL};
// Words that a parenthesis may follow without making a call.
static const char *const OPENING[] = {"not", "if", "require", "expect", NULL};

static void advance(TSLexer *lexer) { lexer->advance(lexer, false); }

// Reads a word; one that is too long to be a word of the language becomes empty.
static void read_word(TSLexer *lexer, char word[LONGEST]) {
  unsigned length = 0;
  while (is_word(lexer->lookahead)) {
    if (length < LONGEST) word[length] = (char)lexer->lookahead;
    length++;
    advance(lexer);
  }
  word[length < LONGEST ? length : 0] = '\0';
}

static void skip_spaces(TSLexer *lexer) {
  while (is_space(lexer->lookahead)) advance(lexer);
}

// A colon that makes a name of the word before it: not `:=`.
static bool is_colon(TSLexer *lexer) {
  if (lexer->lookahead != ':') return false;
  advance(lexer);
  return lexer->lookahead != '=';
}

// True if the text here goes on with what stands on the line before.
static bool goes_on(TSLexer *lexer) {
  int32_t first = lexer->lookahead;
  if (is_letter(first)) {
    char word[LONGEST];
    read_word(lexer, word);
    bool spaced = is_space(lexer->lookahead);
    skip_spaces(lexer);
    if (lexer->lookahead == ':') return false;
    if (strcmp(word, "help") == 0) return spaced && lexer->lookahead == '"';
    return is_one_of(word, BETWEEN) || is_one_of(word, ONWARD);
  }
  if (first == '"' || first == '{' || first == ')' || first == ',') return true;
  if (first == 0 || first == '}' || first == ';' || is_digit(first) || first == '/') return false;
  advance(lexer);
  // A bonus, `+1B ARM`.
  if ((first == '+' || first == '-') && is_digit(lexer->lookahead)) return false;
  // `->` leads on; `->:` is no mark.
  skip_spaces(lexer);
  return lexer->lookahead != ':';
}

static bool scan_line_end(TSLexer *lexer) {
  advance(lexer);
  lexer->mark_end(lexer);
  for (;;) {
    while (is_space(lexer->lookahead) || is_line(lexer->lookahead)) advance(lexer);
    if (lexer->lookahead != '/') break;
    advance(lexer);
    if (lexer->lookahead != '/') return false;
    while (!is_line(lexer->lookahead) && !lexer->eof(lexer)) advance(lexer);
  }
  lexer->result_symbol = LINE_END;
  return !goes_on(lexer);
}

void *tree_sitter_card_external_scanner_create(void) { return NULL; }
void tree_sitter_card_external_scanner_destroy(void *payload) { (void)payload; }
unsigned tree_sitter_card_external_scanner_serialize(void *payload, char *buffer) {
  (void)payload;
  (void)buffer;
  return 0;
}
void tree_sitter_card_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  (void)payload;
  (void)buffer;
  (void)length;
}

bool tree_sitter_card_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  (void)payload;
  while (is_space(lexer->lookahead) || (!valid[LINE_END] && is_line(lexer->lookahead))) lexer->advance(lexer, true);
  if (is_line(lexer->lookahead)) return scan_line_end(lexer);
  if ((valid[LABEL] || valid[CALL_NAME]) && (is_letter(lexer->lookahead) || is_digit(lexer->lookahead))) {
    bool is_name = is_letter(lexer->lookahead);
    // `8-bit` is a name, `8` is none.
    while (is_digit(lexer->lookahead)) {
      while (is_digit(lexer->lookahead)) advance(lexer);
      if (lexer->lookahead == '-') advance(lexer);
      is_name = is_letter(lexer->lookahead);
    }
    if (!is_name) return false;
    char word[LONGEST];
    read_word(lexer, word);
    lexer->mark_end(lexer);
    if (valid[CALL_NAME] && lexer->lookahead == '(' && !is_one_of(word, BETWEEN) && !is_one_of(word, OPENING)) {
      lexer->result_symbol = CALL_NAME;
      return true;
    }
    skip_spaces(lexer);
    lexer->result_symbol = LABEL;
    return valid[LABEL] && is_colon(lexer);
  }
  if (valid[MARK] && is_mark(lexer->lookahead)) {
    advance(lexer);
    lexer->mark_end(lexer);
    skip_spaces(lexer);
    lexer->result_symbol = MARK;
    return lexer->lookahead == ':';
  }
  return false;
}
