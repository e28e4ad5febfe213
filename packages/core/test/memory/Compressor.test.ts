import { gunzipSync } from "node:zlib"
import { layer } from "../../src/memory/Compressor.ts"
import { suite } from "../../src/testing/compressorSuite.ts"

suite("memory", layer, gunzipSync)
