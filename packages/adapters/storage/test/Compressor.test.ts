import { suite } from "@kittiwake/core/testing/compressorSuite"
import { layer } from "../src/Compressor.ts"

/** The reader of browsers, which takes one member and nothing behind it. */
const gunzip = (file: Uint8Array) =>
  new Response(new Blob([new Uint8Array(file)]).stream().pipeThrough(new DecompressionStream("gzip"))).bytes()

suite("zlib", layer, gunzip)
