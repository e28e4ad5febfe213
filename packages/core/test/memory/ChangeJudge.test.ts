import { layer } from "@kittiwake/core/memory/ChangeJudge"
import { suite } from "@kittiwake/core/testing/changeJudgeSuite"

suite("rules in this thread", layer)
