autocmd BufRead,BufNewFile *.card setfiletype card
