import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/grantStoreSuite.ts"

suite("memory", layer)
