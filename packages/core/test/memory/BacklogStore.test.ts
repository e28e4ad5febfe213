import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/backlogStoreSuite.ts"

suite("memory", layer)
