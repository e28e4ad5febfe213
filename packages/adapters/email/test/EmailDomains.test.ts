import { suite } from "@kittiwake/core/testing/emailDomainsSuite"
import { layer } from "../src/EmailDomains.ts"

suite("lists", layer)
