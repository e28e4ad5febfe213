import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/pageCacheSuite.ts"

suite("memory", layer)
