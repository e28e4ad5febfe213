import { layer } from "../../src/memory/Compressor.ts"
import { suite } from "../../src/testing/compressorSuite.ts"

/** The reader of browsers, which takes one member and nothing behind it. */
const gunzip = (file: Uint8Array) =>
  new Response(new Blob([new Uint8Array(file)]).stream().pipeThrough(new DecompressionStream("gzip"))).bytes()

suite("memory", layer, gunzip)
