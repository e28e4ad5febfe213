/** Keeps the memories of WebAssembly in this thread below a bound, which no limit of Node's threads does. */
import { wasmBytes } from "./limits.ts"

const pageBytes = 65_536

/** Has memories refuse to grow beyond the bound: to the program in them that is a machine without more memory. */
export const boundWasmMemory = (): void => {
  const prototype = WebAssembly.Memory.prototype
  const grow = prototype.grow
  prototype.grow = function (this: WebAssembly.Memory, pages: number): number {
    if (this.buffer.byteLength + pages * pageBytes > wasmBytes) throw new RangeError("WebAssembly: out of memory")
    return grow.call(this, pages)
  }
}
