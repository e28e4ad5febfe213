import { gunzipSync } from "node:zlib"
import { suite } from "@kittiwake/core/testing/compressorSuite"
import { layer } from "../src/Compressor.ts"

suite("zlib", layer, gunzipSync)
