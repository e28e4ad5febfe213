/** Mistakes that no release may have. */
import { core, type Mutant } from "./Mutant.ts"
import { mutantsBesideRows } from "./mutantsBesideRows.ts"
import { mutantsOfActing } from "./mutantsOfActing.ts"
import { mutantsOfAnswers } from "./mutantsOfAnswers.ts"
import { mutantsOfBatches } from "./mutantsOfBatches.ts"
import { mutantsOfBounds } from "./mutantsOfBounds.ts"
import { mutantsOfBrands } from "./mutantsOfBrands.ts"
import { mutantsOfBrowsers } from "./mutantsOfBrowsers.ts"
import { mutantsOfClients } from "./mutantsOfClients.ts"
import { mutantsOfCompanies } from "./mutantsOfCompanies.ts"
import { mutantsOfCompetitors } from "./mutantsOfCompetitors.ts"
import { mutantsOfConnections } from "./mutantsOfConnections.ts"
import { mutantsOfData } from "./mutantsOfData.ts"
import { mutantsOfDesign } from "./mutantsOfDesign.ts"
import { mutantsOfDocuments } from "./mutantsOfDocuments.ts"
import { mutantsOfFetching } from "./mutantsOfFetching.ts"
import { mutantsOfGoals } from "./mutantsOfGoals.ts"
import { mutantsOfHostilePages } from "./mutantsOfHostilePages.ts"
import { mutantsOfImports } from "./mutantsOfImports.ts"
import { mutantsOfLists } from "./mutantsOfLists.ts"
import { mutantsOfNews } from "./mutantsOfNews.ts"
import { mutantsOfPages } from "./mutantsOfPages.ts"
import { mutantsOfPeople } from "./mutantsOfPeople.ts"
import { mutantsOfProcesses } from "./mutantsOfProcesses.ts"
import { mutantsOfProducts } from "./mutantsOfProducts.ts"
import { mutantsOfReplies } from "./mutantsOfReplies.ts"
import { mutantsOfRests } from "./mutantsOfRests.ts"
import { mutantsOfRules } from "./mutantsOfRules.ts"
import { mutantsOfSites } from "./mutantsOfSites.ts"
import { mutantsOfStores } from "./mutantsOfStores.ts"
import { mutantsOfStrangers } from "./mutantsOfStrangers.ts"
import { mutantsOfTables } from "./mutantsOfTables.ts"
import { mutantsOfTurns } from "./mutantsOfTurns.ts"
import { mutantsOfWatching } from "./mutantsOfWatching.ts"
import { mutantsOfWeighing } from "./mutantsOfWeighing.ts"

export const mutants: ReadonlyArray<Mutant> = [
  ...mutantsOfStores,
  ...mutantsOfAnswers,
  ...mutantsOfBatches,
  ...mutantsBesideRows,
  ...mutantsOfLists,
  ...mutantsOfImports,
  ...mutantsOfReplies,
  ...mutantsOfRests,
  ...mutantsOfActing,
  ...mutantsOfRules,
  ...mutantsOfWatching,
  ...mutantsOfFetching,
  ...mutantsOfGoals,
  ...mutantsOfData,
  ...mutantsOfDesign,
  ...mutantsOfDocuments,
  ...mutantsOfBrands,
  ...mutantsOfClients,
  ...mutantsOfCompanies,
  ...mutantsOfCompetitors,
  ...mutantsOfNews,
  ...mutantsOfPages,
  ...mutantsOfPeople,
  ...mutantsOfProducts,
  ...mutantsOfWeighing,
  ...mutantsOfSites,
  ...mutantsOfProcesses,
  ...mutantsOfBounds,
  ...mutantsOfBrowsers,
  ...mutantsOfHostilePages,
  ...mutantsOfConnections,
  ...mutantsOfStrangers,
  ...mutantsOfTables,
  ...mutantsOfTurns
]

/** One that no test can notice, to show that the command says so. */
export const harmless: Mutant = core(
  "none: changes what nobody can see",
  "src/limits/domain/Window.ts",
  "Math.min(60, Math.max(1,",
  "Math.min(60, Math.max(1, 1,",
  "test/limits/Limits.test.ts"
)
