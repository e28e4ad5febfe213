/** Functions that take the square of what they are called with, of which all that they see is small. */

interface Bounded {
  /** What bounds it. */
  readonly sees: string
  /** Files, and what they export. */
  readonly functions: Readonly<Record<string, ReadonlyArray<string>>>
}

const bounded: ReadonlyArray<Bounded> = [
  {
    sees: "names of ours",
    functions: {
      "packages/adapters/documents/src/office/Compound.ts": ["containerOf"]
    }
  },
  {
    sees: "files are read in a process with a deadline",
    functions: {
      "packages/adapters/documents/src/office/formattedOds.ts": ["formattedOds"],
      "packages/adapters/documents/src/office/odsTables.ts": ["odsTables"],
      "packages/adapters/documents/src/pdf/Block.ts": ["blocksHtml"]
    }
  },
  {
    sees: "pages are read in a thread with a deadline, beyond what is counted",
    functions: {
      "packages/adapters/html/src/facts/shownText.ts": ["shownText"],
      "packages/adapters/html/src/markdown/footnotes.ts": ["notesOutside"],
      "packages/adapters/html/src/markdown/table.ts": ["writeTable"],
      "packages/adapters/html/src/shapePage.ts": ["compileShape"],
      "packages/adapters/html/src/sites/findParts.ts": ["inPage"],
      "packages/adapters/html/src/sites/turns.ts": ["writeTurns"]
    }
  },
  {
    sees: "names that are looked for are a few of ours",
    functions: {
      "packages/adapters/html/src/linkedData.ts": ["textNamed"]
    }
  },
  {
    sees: "style sheets are read in a thread with a deadline",
    functions: {
      "packages/adapters/html/src/styles/computedStyle.ts": ["computedStyle"],
      "packages/adapters/html/src/styles/observe.ts": ["observe"],
      "packages/adapters/html/src/styles/sheetRules.ts": ["sheetRules"]
    }
  },
  {
    sees: "words of a task, which has at most 4,000 characters, eight of which are looked for",
    functions: {
      "packages/core/src/answers/domain/aboutThing.ts": ["namesThing"]
    }
  },
  {
    sees: "countries of one page's addresses, of which there are some hundred",
    functions: {
      "packages/core/src/brands/domain/addressCountry.ts": ["countryAmong"]
    }
  },
  {
    sees: "words of 100 letters, six of which begin one",
    functions: {
      "packages/core/src/brands/domain/indexedWords.ts": ["beginningsOf", "indexedWords", "spellingsOf"],
      "packages/core/src/brands/domain/typos.ts": ["deletionsOf", "isNear", "keptDeletions", "nearRanges", "nearTo"]
    }
  },
  {
    sees: "a statement has at most 500 characters",
    functions: {
      "packages/core/src/brands/domain/merchantNames.ts": ["merchantNames"]
    }
  },
  {
    sees: "names of 200 characters",
    functions: {
      "packages/core/src/brands/domain/titleParts.ts": ["titleParts"]
    }
  },
  {
    sees: "kinds of pages are a handful of ours",
    functions: {
      "packages/core/src/companies/domain/CompanyPage.ts": ["linkedPages"]
    }
  },
  {
    sees: "texts of one page, which are cut",
    functions: {
      "packages/core/src/competitors/domain/findingsOfPage.ts": ["rivalsOfPage"]
    }
  },
  {
    sees: "passages are chosen by pieces, and what is given counts",
    functions: {
      "packages/core/src/extraction/domain/choosePassages.ts": ["rankPassages", "readPassages"]
    }
  },
  {
    sees: "a schema has at most 500 properties",
    functions: {
      "packages/core/src/extraction/domain/emptyFields.ts": ["emptyFields", "withValues", "withoutValues"],
      "packages/core/src/extraction/domain/nothingAnywhere.ts": ["stillMissing"]
    }
  },
  {
    sees: "words of one property and of one label, which are cut",
    functions: {
      "packages/core/src/extraction/domain/matchNames.ts": ["matchNames"],
      "packages/core/src/extraction/domain/ofWhom.ts": ["ofSites", "subjectOf"],
      "packages/core/src/extraction/domain/priceRates.ts": ["isWholeBesideUnits"],
      "packages/core/src/extraction/domain/readClaim.ts": ["readClaim"],
      "packages/core/src/extraction/domain/readPhrase.ts": ["isThem"],
      "packages/core/src/extraction/domain/siteSubject.ts": ["siteSubject"],
      "packages/core/src/extraction/domain/surelySaid.ts": ["isSurelyOf"],
      "packages/core/src/extraction/domain/unmetWords.ts": ["isUnsaid", "unmetWords"],
      "packages/core/src/extraction/domain/writtenNumbers.ts": ["numbersIn"]
    }
  },
  {
    sees: "tables that the operator gives",
    functions: {
      "packages/core/src/industries/domain/IndustryIndex.ts": ["indexing"],
      "packages/core/src/industries/domain/IndustryTable.ts": ["withEntriesOf"]
    }
  },
  {
    sees: "codes of tables that the operator gives",
    functions: {
      "packages/core/src/industries/domain/roles.ts": ["roleOf"]
    }
  },
  {
    sees: "a run has at most three looks, and what lines are compared by is counted in steps",
    functions: {
      "packages/core/src/monitors/domain/Diff.ts": ["compareLooks", "compareTexts"]
    }
  },
  {
    sees: "the beginning of a line is looked at",
    functions: {
      "packages/core/src/monitors/domain/flickeringRows.ts": ["nameOf"]
    }
  },
  {
    sees: "words of a goal, which has at most 2,000 characters, are held against one line at a time",
    functions: {
      "packages/core/src/monitors/domain/judging/concepts.ts": ["conceptsIn"],
      "packages/core/src/monitors/domain/judging/countsOf.ts": ["countsAmong", "isCountedInRow"],
      "packages/core/src/monitors/domain/judging/entryKinds.ts": ["isRaisedNumber"],
      "packages/core/src/monitors/domain/judging/judgeChange.ts": ["judgeChange"],
      "packages/core/src/monitors/domain/judging/matchEntry.ts": ["matchAdded", "matchMention", "matchRemoved"],
      "packages/core/src/monitors/domain/judging/matchList.ts": ["matchList"],
      "packages/core/src/monitors/domain/judging/matchNumber.ts": ["matchNumber"],
      "packages/core/src/monitors/domain/judging/matchTopic.ts": ["matchTopic"],
      "packages/core/src/monitors/domain/judging/newValues.ts": ["isNewValue"],
      "packages/core/src/monitors/domain/judging/numbered.ts": ["isNumberedEntry", "isRaisedEntry"],
      "packages/core/src/monitors/domain/judging/stockCounts.ts": ["turned"],
      "packages/core/src/monitors/domain/judging/subject.ts": [
        "isOfGone",
        "isOfNeighbour",
        "isOfOtherCell",
        "isOfOtherSegment",
        "isOfPeer",
        "isRival",
        "matchSubject",
        "placeOf",
        "says"
      ]
    }
  },
  {
    sees: "a goal has at most 2,000 characters (`goal.ts`)",
    functions: {
      "packages/core/src/monitors/domain/judging/goalBound.ts": ["boundOf"],
      "packages/core/src/monitors/domain/judging/goalMeasure.ts": ["conceptsOfGroups"],
      "packages/core/src/monitors/domain/judging/goalState.ts": ["hasStates", "rangesOfStates", "statesIn"],
      "packages/core/src/monitors/domain/judging/goalText.ts": ["groupsOf"]
    }
  },
  {
    sees: "a run has at most three looks",
    functions: {
      "packages/core/src/monitors/domain/ownRows.ts": ["standInsOf"],
      "packages/core/src/monitors/domain/steadyAnywhere.ts": ["steadyAnywhere"]
    }
  },
  {
    sees: "a row has a line for each look, of which a run has at most three",
    functions: {
      "packages/core/src/monitors/domain/tellLines.ts": ["tellPairs", "tellRows"]
    }
  },
  {
    sees: "titles and excerpts of 500 characters",
    functions: {
      "packages/core/src/news/domain/stories.ts": ["tellSame"]
    }
  },
  {
    sees: "of a person 300 roles and 200 schools are held against each other, and names have a few words",
    functions: {
      "packages/core/src/people/domain/personLinks.ts": ["linksToPerson"],
      "packages/core/src/people/domain/personName.ts": ["namesRelation"],
      "packages/core/src/people/domain/personsOfPage.ts": ["personsOfPage"],
      "packages/core/src/people/domain/weighClues.ts": ["weighClues"]
    }
  },
  {
    sees: "a passage of 120 characters, or a fact's value",
    functions: {
      "packages/core/src/products/domain/aroundPrice.ts": ["aroundPrice"]
    }
  },
  {
    sees: "a query has at most 500 characters",
    functions: {
      "packages/core/src/search/domain/hitOf.ts": ["hitOf"],
      "packages/core/src/search/domain/mergeHits.ts": ["mergeHits"],
      "packages/core/src/search/domain/passage.ts": ["passageOf"],
      "packages/core/src/search/domain/readQuery.ts": ["readQuery"],
      "packages/core/src/search/domain/readQuestion.ts": ["readQuestion"],
      "packages/core/src/search/domain/relevance.ts": ["relevanceOf", "relevanceScore"],
      "packages/core/src/search/domain/rewordings.ts": ["rewordingsOf"]
    }
  },
  {
    sees: "a monitor has a few dozen patterns",
    functions: {
      "packages/core/src/sites/domain/UrlSelection.ts": ["makeSelector"]
    }
  },
  {
    sees: "a query has at most 2,000 names",
    functions: {
      "packages/http/src/query.ts": ["plainQuery"]
    }
  },
  {
    sees: "a selector has at most 2,048 characters",
    functions: {
      "packages/http/src/web/extractRules.ts": ["extractRules"]
    }
  },
  {
    sees: "schemas of ours",
    functions: {
      "packages/mcp/src/tools/simplified.ts": ["brief", "simplified"]
    }
  }
]

/** By what they are called, with what bounds it. */
export const boundedFunctions: ReadonlyMap<string, string> = new Map(
  bounded.flatMap(({ functions, sees }) =>
    Object.entries(functions).flatMap(([file, names]) => names.map((name) => [`${file} ${name}`, sees] as const))
  )
)
