import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/suppressionStoreSuite.ts"

suite("memory", layer)
