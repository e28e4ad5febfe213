/**
 * Which charset bytes are in that nothing tells: asked of chardetng, the detector of Firefox, compiled to WebAssembly.
 *
 * **Details**
 *
 * The package has it bound for bundlers, with an import of the program itself that no Node before 24.5 follows, so that the
 * four calls are made here. The program can reach nothing but its own memory.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

interface Detector {
  readonly memory: WebAssembly.Memory
  readonly __wbindgen_malloc: (bytes: number) => number
  readonly __wbindgen_free: (at: number, bytes: number) => void
  readonly __wbindgen_add_to_stack_pointer: (bytes: number) => number
  readonly encodingdetector_new: () => number
  /** Takes the bytes, which are freed by it. */
  readonly encodingdetector_feed: (detector: number, at: number, bytes: number, isLast: number) => number
  /** Writes down where the name is, and how long; no domain is told. */
  readonly encodingdetector_guess: (to: number, detector: number, domain: 0, bytes: 0, allowsUtf8: number) => void
  readonly __wbg_encodingdetector_free: (detector: number) => void
}

let loaded: Detector | null = null

/** The program, compiled when a text first needs it: that takes some 3 ms. */
const load = (): Detector => {
  const program = new WebAssembly.Module(
    readFileSync(require.resolve("chardetng-wasm/dist/chardetng_wasm_bg.wasm")) as BufferSource
  )
  const __wbindgen_throw = () => {
    throw new Error("The detector of charsets failed.")
  }
  const { exports } = new WebAssembly.Instance(program, { "./chardetng_wasm_bg.js": { __wbindgen_throw } })
  return exports as unknown as Detector
}

const ask = (program: Detector, bytes: Uint8Array, isWhole: boolean): string => {
  const detector = program.encodingdetector_new()
  const at = program.__wbindgen_malloc(bytes.length)
  new Uint8Array(program.memory.buffer).set(bytes, at)
  program.encodingdetector_feed(detector, at, bytes.length, isWhole ? 1 : 0)
  const to = program.__wbindgen_add_to_stack_pointer(-16)
  program.encodingdetector_guess(to, detector, 0, 0, 0)
  const written = new DataView(program.memory.buffer)
  const [name, length] = [written.getUint32(to, true), written.getUint32(to + 4, true)]
  const label = Buffer.from(program.memory.buffer, name, length).toString("latin1")
  program.__wbindgen_free(name, length)
  program.__wbindgen_add_to_stack_pointer(16)
  program.__wbg_encodingdetector_free(detector)
  return label
}

/** Nothing is written in it any more, and short Western texts look like it. */
const mistaken = "ISO-8859-4"

/** The likeliest legacy charset of bytes that are not UTF-8. `isWhole` says that a character cannot be cut off at their end. */
export const detectCharset = (bytes: Uint8Array, isWhole: boolean): string => {
  loaded ??= load()
  try {
    const label = ask(loaded, bytes, isWhole)
    return label === mistaken ? "windows-1252" : label
  } catch {
    // A program that has failed is not asked again.
    loaded = null
    return "windows-1252"
  }
}
