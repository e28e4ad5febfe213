/** Words by which titles of jobs are told from names of people and from headings. */

const nouns =
  "accountant actor adviser advisor agent analyst apprentice architect artist assistant associate attorney auditor author baker board member bookkeeper boss broker buyer carpenter ceo cfo chair chairman chairperson chairwoman chef chief cio ciso cleaner clerk cmo co-founder coach cofounder conductor consultant controller coo cook coordinator counsel cpo craftsman cto curator dean deputy designer developer director doctor driver economist editor electrician engineer evangelist executive expert fellow founder geologist governor guide head host inspector instructor intern interpreter investigator janitor journalist judge lawyer lead leader lecturer librarian machinist maker manager mechanic mentor midwife minister musician notary nurse officer operator owner painter partner pharmacist photographer physician pilot planner postdoc potter president principal producer professor programmer receptionist recruiter representative reporter researcher salesman saleswoman scientist scholar secretary seller specialist strategist student supervisor surgeon teacher technician technologist therapist trainee trainer translator treasurer trustee tutor vet vice-president volunteer vp worker writer"

const german =
  "abteilungsleiter assistentin assistenz aufsichtsrat ausbilder auszubildende auszubildender azubi berater beraterin buchhalter buchhalterin chefin entwickler entwicklerin fachkraft geschäftsführer geschäftsführerin geschäftsführung gesellschafter gesellschafterin gründer gründerin hausmeister ingenieur ingenieurin inhaber inhaberin kauffrau kaufmann koch köchin lehrling leiter leiterin leitung meister meisterin mitarbeiter mitarbeiterin obfrau obmann praktikant praktikantin prokurist prokuristin redakteur redakteurin referent referentin sekretariat sekretär sekretärin techniker technikerin töpfer töpferin vertriebsleiter vorstand vorsitzende vorsitzender werkstudent"

const romance =
  "assistante associé associée avocat chargé chargée comptable conseiller conseillère cofondateur cofondatrice dirigeant dirigeante directeur directrice directora fondateur fondatrice formateur gérant gérante ingénieur ingénieure ingeniero président présidente rédacteur responsable secrétaire stagiaire technicien vendeur vendeuse gerente socio presidente fundador fundadora direttore direttrice titolare amministratore fondatore responsabile"

const words: ReadonlySet<string> = new Set([nouns, german, romance].join(" ").split(" "))

/** Endings of German titles that are written in one word. */
const endings =
  /(?:leiter|leiterin|leitung|führer|führerin|meister|meisterin|berater|beraterin|ingenieur|ingenieurin|entwickler|entwicklerin|kaufmann|kauffrau|techniker|technikerin|assistentin?|sekretärin?)$/u

const wordsIn = (line: string): ReadonlyArray<string> => line.toLowerCase().match(/[\p{L}]+(?:[-'’][\p{L}]+)*/gu) ?? []

/** Whether a line has a word of a job. */
export const saysJob = (line: string): boolean =>
  wordsIn(line).some((word) => words.has(word) || (word.length > 8 && endings.test(word)))

/** What stands in headings and links, and in no name. */
const noName: ReadonlySet<string> = new Set(
  "about account administration all and at blog board bookkeeping business by cart careers clients company contact cookies customer department development download email engineering events finance follow for foundation from fund gallery get group home hr imprint in industries info join jobs kontakt leadership learn legal login logistics management marketing media meet menu more my new news of office on operations opening our partners people phone policy press privacy product production products read research resources sales scholarship search service services shipping shop show sign staff statement store studio studios subscribe support team teams terms the to trust us view visit we website welcome what who why with work workshop award prize school university institute und der die das wir über unser unsere impressum datenschutz verkauf vertrieb einkauf équipe notre nos".split(
    " "
  )
)

const named =
  /^(?:\p{Lu}[\p{L}'’]*[.]?(?:-\p{Lu}[\p{L}'’]*)?)(?:\s+(?:(?:von|van|de|der|den|da|di|del|la|le|bin|al|y|e|dos|ter)\s+){0,2}\p{Lu}[\p{L}'’.]*(?:-\p{Lu}[\p{L}'’]*)?){1,3}$/u

/** Whether a line may be the name of a person, and is no title. */
export const mayBeName = (line: string): boolean => {
  const plain = line.replace(/,.*$/, "").trim()
  return plain.length <= 60 && named.test(plain) && !saysJob(plain) && !wordsIn(plain).some((word) => noName.has(word))
}

/** What names of things end with that are called after people. */
export const saysThing = (word: string): boolean => noName.has(word.toLowerCase()) || words.has(word.toLowerCase())
