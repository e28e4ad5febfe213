import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/newsStoreSuite.ts"

suite("memory", layer)
