import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/viewStoreSuite.ts"

suite("memory", layer)
