import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/sessionStoreSuite.ts"

suite("memory", layer)
