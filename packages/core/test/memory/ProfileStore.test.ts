import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/profileStoreSuite.ts"

suite("memory", layer)
