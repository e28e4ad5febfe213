import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/brandStoreSuite.ts"

suite("memory", layer)
