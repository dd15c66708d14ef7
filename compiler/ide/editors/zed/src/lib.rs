//! Tells Zed how to start `cardwright lsp`.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Cardwright;

impl zed::Extension for Cardwright {
    fn new() -> Self {
        Cardwright
    }

    fn language_server_command(
        &mut self,
        _: &LanguageServerId,
        worktree: &Worktree,
    ) -> Result<Command> {
        let program = worktree
            .which("cardwright")
            .ok_or("install cardwright and put it on the PATH")?;
        Ok(Command { command: program, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Cardwright);
