-- Cardwright in Neovim, from 0.7 on: the language server, colours from tree-sitter if its parser is
-- installed, and a command for tests.

vim.bo.commentstring = "// %s"
vim.bo.comments = ":///,://"
vim.bo.expandtab = true
vim.bo.shiftwidth = 2
-- `gold-dwarf` is one word.
vim.bo.iskeyword = "@,48-57,_,-"

local manifest = vim.fn.findfile("cardwright.toml", vim.fn.expand("%:p:h") .. ";")
local root = manifest ~= "" and vim.fn.fnamemodify(manifest, ":p:h") or vim.fn.expand("%:p:h")
local config = {
  name = "cardwright",
  cmd = { vim.g.cardwright_path or "cardwright", "lsp" },
  root_dir = root,
}

if vim.fn.executable(config.cmd[1]) == 0 then
  vim.notify_once("cardwright is not installed, or g:cardwright_path is wrong", vim.log.levels.WARN)
elseif vim.lsp.start then
  vim.lsp.start(config)
else
  -- Before 0.8 a client for each root is looked after here.
  _G.cardwright_clients = _G.cardwright_clients or {}
  local id = _G.cardwright_clients[root]
  if not id or vim.lsp.client_is_stopped(id) then
    id = vim.lsp.start_client(config)
    _G.cardwright_clients[root] = id
  end
  if id then vim.lsp.buf_attach_client(0, id) end
end

-- `:CardTest` runs the test around the cursor, as it is typed.
vim.api.nvim_buf_create_user_command(0, "CardTest", function()
  local line = vim.fn.search([[^test\>]], "bcnW")
  if line == 0 then
    vim.notify("no test begins above the cursor", vim.log.levels.WARN)
    return
  end
  local params = { command = "cardwright.runTest", arguments = { vim.uri_from_bufnr(0), line - 1 } }
  -- The server says with a message how it went; an error is a reason why it did not run.
  vim.lsp.buf_request(0, "workspace/executeCommand", params, function(problem)
    if problem then vim.notify(problem.message, vim.log.levels.ERROR) end
  end)
end, { desc = "Run the test around the cursor" })

if #vim.api.nvim_get_runtime_file("parser/card.so", false) > 0 then
  if vim.treesitter.start then
    vim.treesitter.start(0, "card")
    vim.wo.foldexpr = "v:lua.vim.treesitter.foldexpr()"
  else
    vim.treesitter.highlighter.new(vim.treesitter.get_parser(0, "card"), {})
  end
end
