import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/runStoreSuite.ts"

suite("memory", layer)
