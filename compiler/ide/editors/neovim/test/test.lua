-- Neovim as a designer uses it: problems appear, go away, and a test is run. Ends with 0 if all is well.

local function fail(message)
  io.stderr:write(message .. "\n")
  vim.cmd("cquit 1")
end

local function wait_for(what, condition)
  if not vim.wait(60000, condition, 50) then fail("waited in vain for " .. what) end
end

local function clients()
  return vim.lsp.get_clients and vim.lsp.get_clients({ bufnr = 0 }) or vim.lsp.buf_get_clients(0)
end

local ok, problem = pcall(function()
  if vim.bo.filetype ~= "card" then fail("the file is taken for " .. vim.bo.filetype) end
  wait_for("the language server", function() return next(clients()) ~= nil end)
  wait_for("its answer to hello", function()
    local _, client = next(clients())
    return client.initialized or client.server_capabilities.hoverProvider
  end)

  -- A slip is told at its line, and is gone when it is mended.
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  local at = 0
  for number, line in ipairs(lines) do
    if line:match("rarity: common") then at = number end
  end
  if at == 0 then fail("the sample has no rarity") end
  vim.api.nvim_buf_set_lines(0, at - 1, at, false, { "  rarity: comon" })
  wait_for("a problem", function()
    local found = vim.diagnostic.get(0)
    return #found == 1 and found[1].lnum == at - 1
  end)
  vim.api.nvim_buf_set_lines(0, at - 1, at, false, { lines[at] })
  wait_for("no problem", function() return #vim.diagnostic.get(0) == 0 end)

  -- Words of tree-sitter's tree have their colours.
  local parser = vim.treesitter.get_parser(0, "card")
  local root = parser:parse()[1]:root()
  if root:has_error() then fail("the tree has errors") end

  -- The test around the cursor is run.
  vim.cmd("edit " .. vim.fn.expand("%:p:h:h") .. "/tests/first.card")
  wait_for("the language server", function() return next(clients()) ~= nil end)
  local told = {}
  vim.lsp.handlers["window/showMessage"] = function(_, result) table.insert(told, result.message) end
  vim.fn.search([[^test\>]])
  vim.cmd("normal! j")
  vim.cmd("CardTest")
  wait_for("the result of the test", function() return #told > 0 end)
  if not told[1]:match("^Passed: ") then fail(told[1]) end
end)
if not ok then fail(tostring(problem)) end
vim.cmd("qall!")
