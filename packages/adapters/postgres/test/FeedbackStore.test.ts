import { suite } from "@kittiwake/core/testing/feedbackStoreSuite"
import { onServer } from "./databases.ts"

onServer(suite)
