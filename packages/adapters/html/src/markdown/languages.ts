/** Names of languages that code is written in. */

export const knownLanguages: ReadonlySet<string> = new Set(
  (
    "bash c clojure cpp cs csharp css dart diff dockerfile elixir elm erlang go graphql groovy haskell html ini java " +
    "javascript js json jsx julia kotlin latex less lua makefile markdown matlab nginx nix objectivec ocaml perl php " +
    "powershell protobuf py python r rb ruby rust sass scala scheme scss sh shell sql swift toml ts tsx typescript vb " +
    "vim xml yaml yml zig zsh agda cmake coq crystal fortran fsharp hcl lean nim pascal racket solidity terraform verilog vhdl"
  ).split(" ")
)

/** What readers are shown instead of such a name. */
const shownNames = new Set([
  "c#",
  "c++",
  "console",
  "env",
  "f#",
  "http",
  "mdx",
  "objective-c",
  "plain text",
  "plaintext",
  "shell session",
  "svelte",
  "terminal",
  "text",
  "vue"
])

/** Whether a line in lower case says nothing but in what language code is written. */
export const isLanguage = (line: string): boolean => knownLanguages.has(line) || shownNames.has(line)
