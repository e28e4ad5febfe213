import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/frontierStoreSuite.ts"

suite("memory", layer)
