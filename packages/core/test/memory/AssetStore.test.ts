import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/assetStoreSuite.ts"

suite("memory", layer)
