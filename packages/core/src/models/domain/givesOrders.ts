/** Text that gives orders to a machine: what a model that reads pages may be told by them, and what nothing of its answer may rest on. */
import { fold } from "./foldedText.ts"

/** What is written for a machine that reads pages, to make it say something. No person is told of it. Compared with folded text. */
export const orders: RegExp = new RegExp(
  [
    "(?:ignore|disregard|forget|override|bypass) (?:all |any |the |your |every |everything )*(?:previous|prior|above|earlier|preceding|other|these|existing|system)? ?(?:instructions?|prompts?|rules?|directions?|context|guidelines|goals?|changes)",
    "ignore (?:alle |die |samtliche )*(?:vorherigen|bisherigen|obigen|fruheren)|ignorier\\w* (?:alle |die |samtliche )*(?:vorherigen|bisherigen|obigen|fruheren|anweisungen)|ignore[rzs]? (?:toutes )?les (?:instructions|consignes)|ignora (?:todas )?las (?:instrucciones|indicaciones)|ignora (?:tutte )?le istruzioni|ignore (?:todas )?as instrucoes|negeer (?:alle )?(?:vorige|eerdere|voorgaande)|(?:以前|これまで|上記)の(?:指示|命令)|忽略(?:之前|以上|所有)|이전 지시",
    "^\\W*(?:system|assistant|developer|admin)\\s?(?:(?:prompt|message|note|instructions?|override|notice)\\s?[:\\]>]|[:\\]>]\\s?(?:you|ignore|the user|this page|report|mark|do not|override|set (?:the|its|importance|confidence|relevan)|all (?:changes|pages?|text|content|instructions|of th)|no change|treat|important))",
    "<\\|?(?:im_start|im_end|system|endoftext)|\\[/?inst\\]|</?(?:page_content|instructions?|system|before|after)>|###\\s?(?:system|instruction)",
    "(?:note|message|attention|instructions?|hinweis|nachricht|nota) (?:to|for|an|fur|pour|para|per) (?:all |any |the |die |den )?(?:ai|llm|bots?|assistants?|language models?|monitoring|monitors?|automated|agents?|crawlers?|ki|change detection|judge|model)",
    "(?:you are|act as|pretend to be|du bist|tu es|eres) (?:now )?(?:an? |ein |une? |un )?(?:ai|llm|assistant|language model|helpful|judge|evaluator|classifier|monitor|ki|assistent)",
    "(?:report|mark|classify|flag|treat|rate|judge|label|consider)\\b[^.]{0,50}\\b(?:as|with) (?:a |an )?(?:not |highly |very |extremely )?(?:relevant|irrelevant|unimportant|important|high|low|no change|unchanged|unmodified|critical|urgent|insignificant|noise)",
    "^[^\\p{L}]*(?:\\p{L}{1,12}_?\\p{L}{0,12}: [^\\p{L}]*)?system\\s?:\\s[^.]{0,120}(?:report|changed|mark|ignore|must|important|alert|notify|output|answer)",
    "(?:instrucc\\p{L}*|instruct\\p{L}*|consigne\\p{L}*|anweisung\\p{L}*|istruzion\\p{L}*|instruc\\p{L}*|notice|attention|nota|hinweis|message|note|aviso|avviso)\\W{0,3}(?:to|for|para|pour|per|an|fur|a|al|aux?)?\\W{0,3}(?:(?:the|el|la|le|los|las|les|il|lo|die|den|das|l|all|compliance|any|every|jede\\p{L}*)[^\\p{L}\\p{N}_]{1,2})*(?:ai|ia|ki|llm|asistente|assistant|assistent\\p{L}*|bots?|summari[sz]er|robots?|modelo|modele|model|crawlers?)(?![\\p{L}])",
    "(?:^|[^\\p{L}])(?:ai|ia|ki|llm) (?:summari[sz]er|assistant|asistente|agent|bot|reader|model)s?\\s?[:,]",
    "vergiss (?:alle |die )*(?:bisherigen|vorherigen|fruheren|deine)|oublie[rz]? (?:toutes )?(?:les|tes|vos) (?:instructions|consignes)|olvida (?:todas )?(?:las|tus) instrucciones|dimentica (?:tutte )?le istruzioni|esque[cç]a (?:todas )?as instrucoes|vergeet (?:alle )?(?:vorige|eerdere)",
    "(?:report|mark|classify|flag|treat|rate|judge|label)\\b[^.]{0,60}\\b(?:maximum|high|highest|top|full) (?:importance|confidence|priority)",
    "(?:ignore|disregard|forget|override) (?:the|your|any|all|its|this|user'?s?)(?: \\p{L}+){0,2} (?:goal|task|instructions?|prompt|rules)",
    "(?:to|for) (?:all |any |the )*(?:automated|ai|monitoring|language|bots?)(?: \\p{L}+)? ?(?:systems?|tools?|agents?|monitors?|models?|bots?|readers?|crawlers?|reading)",
    "(?:respond|answer|reply|output|return) (?:only |just )?(?:with |that )?[\"'`{(]*(?:json|no changes?|nothing changed|true|false|relevant|not relevant|is_relevant|importance|confidence)",
    "(?:do not|don't|never|must not|stop) (?:report|reporting|alert|alerting|notify|notifying|tell|mention|flag|send)(?:ing)?(?: (?:any|the|this|an?|about|your|its))* ?(?:changes?|users?|owners?|alerts?|notifications?|updates?|differences?|monitors?|anyone)",
    "(?:importance|confidence|relevant|is_relevant|isrelevant|changed)\\W{0,3}[=:]\\W{0,3}(?:high|low|medium|true|false|\\d)",
    "^\\W*(?:dear |hey |attention,? )?(?:ai|llm|language models?|ai assistants?|assistant|chatgpt|claude|gpt|monitoring bot|crawler)(?: (?:model|system|agent|reading this|assistant)s?)*\\s?[,:!]"
  ].join("|"),
  "iu"
)

/** Characters of a text that are looked at; some letters fold to eighteen. */
const length = 2_000

/** Whether a text gives orders to a machine. Only its beginning is read. */
export const givesOrders = (text: string): boolean => orders.test(fold(text.slice(0, length)).slice(0, length))
