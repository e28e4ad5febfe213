import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/batchStoreSuite.ts"

suite("memory", layer)
