import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/changeStoreSuite.ts"

suite("memory", layer)
