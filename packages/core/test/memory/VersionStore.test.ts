import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/versionStoreSuite.ts"

suite("memory", layer)
