import { layer } from "@kittiwake/core/memory/TextComparer"
import { suite } from "@kittiwake/core/testing/textComparerSuite"

suite("in this thread", layer)
