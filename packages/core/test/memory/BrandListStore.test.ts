import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/brandListStoreSuite.ts"

suite("memory", layer)
