/** WebAssembly without the optimizing compiler. */
import { setFlagsFromString } from "node:v8"

/**
 * Runs `open` so that functions of WebAssembly which are first called in it are compiled once and never again.
 *
 * **Details** V8 compiles a function quickly at first, and with care once it is hot. The parser of SQL is one function of such
 * size that this takes half a gigabyte, a second after every start, and gains little. Flags belong to the process: what is
 * compiled meanwhile elsewhere is compiled once too, and everything later as ever (`docs/decisions/0028-pglite-compiled-once.md`).
 */
export const withoutTierUp = async <A>(open: () => Promise<A>): Promise<A> => {
  // Alone, the second flag would have everything compiled with care at once; while the second is on, the first does nothing.
  setFlagsFromString("--no-wasm-tier-up")
  setFlagsFromString("--no-wasm-dynamic-tiering")
  try {
    return await open()
  } finally {
    setFlagsFromString("--wasm-dynamic-tiering")
  }
}
