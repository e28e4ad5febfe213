import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/personRecordStoreSuite.ts"

suite("memory", layer)
