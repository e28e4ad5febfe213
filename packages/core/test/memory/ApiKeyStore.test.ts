import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/apiKeyStoreSuite.ts"

suite("memory", layer)
