import { layer } from "../../src/memory/Memory.ts"
import { suite } from "../../src/testing/billingLedgerSuite.ts"

suite("memory", layer)
