/** Mistakes in what AI clients and people at a terminal are told. */
import { cli, http, type Mutant, mcp } from "./Mutant.ts"

const fit = "src/answers/fit.ts"
const answered = "src/tools/answered.ts"
const cut = "test/cut.test.ts"

export const mutantsOfClients: ReadonlyArray<Mutant> = [
  cli(
    "doctor: a server that hangs is told as none",
    "src/doctor/surroundings.ts",
    '_tag === "TimeoutError"\n            ?',
    'String(_tag) === "none"\n            ?',
    "test/doctorServer.test.ts"
  ),
  cli(
    "doctor: a model that refuses the key is told as one that answers",
    "src/doctor/languageModel.ts",
    "onFailure: ({ message, reason }) =>\n        broken(",
    'onFailure: ({ message, reason }) =>\n        reason === "rejected" ? ok(subject, message) : broken(',
    "test/doctorLanguageModel.test.ts"
  ),
  cli(
    "command: a time with a unit is one of seconds",
    "src/commands/wholeNumber.ts",
    "Number(count) * units[known]",
    "Number(count) * units.s",
    "test/webFlags.test.ts"
  ),
  cli(
    "command: whoever waits for a run that takes long is told of it again and again",
    "src/commands/untaken.ts",
    "if (isSaid || seen.status",
    "if (seen.status",
    "test/untaken.test.ts"
  ),
  mcp(
    "answers: a list that is too large is asked for again as it was",
    "src/tools/call.ts",
    "make({ limit }) as Request",
    "make({}) as Request",
    "test/largeAnswers.test.ts"
  ),
  mcp(
    "answers: what is larger than anybody is told is read",
    "src/answers/readAnswer.ts",
    "if (length > most) return {",
    "if (length > 4 * most) return {",
    "test/largeAnswers.test.ts"
  ),
  mcp(
    "answers: one that was cut off within a list is told as if it were whole",
    "src/answers/cutText.ts",
    "depth === 1 && isValue ? {",
    "isValue ? {",
    "test/cutText.test.ts"
  ),
  mcp(
    "answers: a text that was cut off ends in half a character",
    "src/answers/cutText.ts",
    'text[last + 1] === "u" ? 6 : 2',
    'text[last + 1] === "u" ? 2 : 2',
    "test/cutText.test.ts"
  ),
  mcp(
    "answers: nobody is told that a text is not all",
    "src/answers/result.ts",
    "[...unread, ...leftOut]",
    "[...leftOut]",
    "test/largeAnswers.test.ts"
  ),
  mcp(
    "answers: large ones are parsed and cut in one turn",
    "src/answers/readAnswer.ts",
    "isLarge ? run(aPiece(work)) : work()",
    "work()",
    "test/largeAnswers.test.ts"
  ),
  mcp(
    "answers: what was counted of one is never given back",
    "src/tools/call.ts",
    "  } finally {\n    answer.close()",
    "  } finally {\n    void answer.close",
    "test/largeAnswers.test.ts"
  ),
  mcp(
    "mcp: a word of a list is cut to a word that is none",
    fit,
    "(text.length > longestName && /[\\s\\u0080-\\uffff]/.test(text))",
    "text.length > 4",
    cut
  ),
  mcp(
    "mcp: what has no room is told as null",
    fit,
    'if (typeof value !== "object" || value === null) return undefined\n  const isList',
    'if (typeof value !== "object" || value === null) return null\n  const isList',
    cut
  ),
  mcp(
    "mcp: a name finds whoever has words like it",
    "src/docs/DocsIndex.ts",
    "other.names - one.names || ",
    "",
    "test/docsSearch.test.ts"
  ),
  mcp(
    "mcp: a name finds the same in other letters",
    "src/docs/DocsIndex.ts",
    "Number(other.name === name) - Number(one.name === name) || ",
    "",
    "test/docsSearch.test.ts"
  ),
  cli(
    "monitor add: what the installation lacks threatens with a pause",
    "src/commands/firstLook.ts",
    'error.code === "internal_error"',
    "false",
    "test/firstLook.test.ts"
  ),
  mcp("mcp: cut answers must have all fields", answered, '{ required: ["left_out"] }', '{ required: ["never"] }', cut),
  mcp(
    "mcp: whole answers may lack anything",
    answered,
    "...(asks(open) ? { anyOf:",
    "...(asks(open) && depth < 0 ? { anyOf:",
    cut
  ),
  cli(
    "command: a change that is dismissed is no change",
    "src/commands/dismissedChange.ts",
    'outcome === "Dismissed"',
    'outcome === "Changed"',
    "test/dismissedChanges.test.ts"
  ),
  cli(
    "monitor run: a failure is told twice",
    "src/commands/monitorRuns.ts",
    'if (status !== "completed" && !flags.json)',
    'if (status === "skipped" && !flags.json)',
    "test/dismissedChanges.test.ts"
  ),
  http(
    "clients: a list is torn at commas",
    "src/fields.ts",
    "items.length === 0 ? [] : [JSON.stringify(items)]",
    "items",
    "test/queryLists.test.ts"
  ),
  mcp(
    "assistants: a list is torn at commas",
    "src/tools/requestOf.ts",
    "query.append(name, JSON.stringify(value.map(String)))",
    'query.append(name, value.join(","))',
    "test/wrong.test.ts"
  ),
  mcp(
    "mcp: an id that is not given is one that nothing has",
    "src/tools/requestOf.ts",
    "if (missing !== undefined) return",
    "if (missing === undefined && path === operation.path && path.length > 1e3) return",
    "test/wrong.test.ts"
  ),
  cli(
    "command: lists know of no change that is dismissed",
    "src/commands/dismissedChange.ts",
    "ofOne.filter(({ id }) => kept.has(id))",
    "ofOne.filter(({ id }) => kept.size > 1e9 && kept.has(id))",
    "test/dismissedChanges.test.ts"
  ),
  cli(
    "doctor: a browser is fine that nothing speaks to",
    "src/doctor/reading.ts",
    "...(around.hasDriver ? [] : [`cannot",
    "...(around.hasDriver || around.isRoot ? [] : [`cannot",
    "test/doctorBrowser.test.ts"
  ),
  cli(
    "doctor: who named a browser is told that none is needed",
    "src/doctor/reading.ts",
    "!around.hasDriver && Option.isSome(browser.setting)",
    "!around.hasDriver && Option.isNone(browser.setting)",
    "test/doctorBrowser.test.ts"
  ),
  cli(
    "people: a row is taken in that nobody would find",
    "src/peopleImport/personRow.ts",
    'keysOfRecord(toPersonRecord(record, "name")).length > 0',
    'keysOfRecord(toPersonRecord(record, "name")).length >= 0',
    "test/peopleImport.test.ts"
  ),
  cli(
    "people: any mark divides the rows of a table",
    "src/peopleImport/readPeople.ts",
    "b.known - a.known || Number",
    "Number",
    "test/peopleImport.test.ts"
  ),
  cli(
    "people: what is behind the last full part is left out",
    "src/peopleImport/readPeople.ts",
    "  yield part()\n}",
    "  if (rows < 0) yield part()\n}",
    "test/peopleImport.test.ts"
  ),
  cli(
    "monitors: a label names all monitors",
    "src/commands/monitorsTagged.ts",
    "{ tags: [tag], limit: 100,",
    "{ limit: 100,",
    "test/severalMonitors.test.ts"
  ),
  cli(
    "monitors: any profile will do",
    "src/commands/profile.ts",
    "found.data.some(({ id }) => id === profile.value)",
    "found.data.some(({ id }) => id !== profile.value)",
    "test/severalMonitors.test.ts"
  ),
  cli(
    "command: flags that mean nothing are passed over",
    "src/commands/scrapeOutput.ts",
    'given.pages && type !== "pdf"',
    'given.pages && type === ""',
    "test/heedless.test.ts"
  )
]
