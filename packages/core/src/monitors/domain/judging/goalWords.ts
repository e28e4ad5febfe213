/** What words of a goal ask for, in several languages. Compared with folded text. */

/** Any of the phrases as words of their own. */
export const phrases = (...all: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${all.join("|")})(?![\\p{L}\\p{N}])`, "giu")

/** Phrases of scripts that put no space between words need none around them. */
export const anywhere = (pattern: RegExp, more: string): RegExp => new RegExp(`${pattern.source}|${more}`, "giu")

/** Ways to begin that ask for nothing by themselves. */
export const filler = phrases(
  "(?:tell|notify|alert|inform|ping|warn|email|message|let|remind)(?: me| us)(?: know)?(?: about| of| for| if| when| whenever| as soon as| once| that)*",
  "(?<=^\\W*|[,;:.!?] *|(?:and|then|to|please|me|us) )(?:please |can you |could you |i want to |i would like to |i'd like to |i need to )*(?:tell|notify|alert|inform|ping|warn|email|message|let|remind|watch|monitor|track|check|know|hear|see|look out|keep an eye)(?: me| us| out)?(?: know| out| on)?(?: about| of| for| if| when| whenever| as soon as| once| that)*",
  "(?:i|we)(?:'m| am| are)? (?:only )?(?:interested in|care about|looking for|want|need)",
  "only when|only if|whenever|when|once|as soon as|if|only",
  "(?:bitte )?(?:sag|sage|sagen sie|gib|benachrichtige|benachrichtigen sie|informiere|informieren sie|melde|warne|alarmiere)(?: mir| mich| uns)?(?: bescheid)?|sobald|wenn|falls|bitte|mir bescheid|ich mochte wissen|melden",
  "(?:previens|prevenez|avertis|avertissez|alerte|alertez|informe|informez|dis|dites|signale|signalez|notifie|notifiez)(?:-moi|-nous| moi| nous)?|m'avertir|me prevenir|quand|lorsque|des que|si",
  "(?:avisame|avisa|avisar|notificame|notifica|alertame|alerta|dime|informame|avisadme|quiero saber|avisenme)(?: me)?|cuando|en cuanto|si",
  "(?:avvisami|avvisa|avvertimi|notificami|dimmi|informami|fammi sapere|segnalami)|quando|appena|non appena|se",
  "(?:avise-me|avise|notifique-me|alerte-me|me avise|me notifique|diga-me|informe-me|quero saber)|quando|assim que|se",
  "(?:waarschuw|meld|laat|informeer|vertel|stuur)(?: me| mij| het me| het mij| ons)?(?: weten)?|zodra|wanneer|als|ik wil weten",
  "(?:there is|there are|there's|es gibt|il y a|hay|c'e|ci sono|ha|er is|er zijn|it is|it's|is|are|gets|get|becomes|become|wird|werden|ist|sind|gibt|devient|est|sont|se vuelve|esta|estan|diventa|e|fica|wordt|worden|goes|go|going|comes|come|has|have|been|being|was|will be|happens?|occurs?)"
)

/** Whether something is so, whichever way that changes: "is it still open", "do they ship". Not what is to come again. */
export const whether =
  /^\W*(?:is|are|does|do|did|has|have|ist|sind|gibt es|hat|est-ce|es|esta|hay|is er|zijn)\s(?!there (?:a )?new).*(?:\?|(?<!\p{L})(?:still|yet|fixed|noch|encore|toujours|todavia|aun|sigue|ancora|ainda|nog)(?!\p{L}))|(?<!\p{L})(?:expected|due|estimated|supposed|erwartet|voraussichtlich|prevue?s?|previst[oa]|verwacht) (?:to|wieder|de|om)(?!\p{L})|(?<!\p{L})(?:closing|opening|end|start|cut-?off|expiry|sale) (?:dates?|times?|days?|hours?)(?!\p{L})/u

/** Asks what is said of something, or names a rule about it: what it becomes is for the page to say. */
export const asking = anywhere(
  /^\W*(?:how|what|who|which|why|where|can (?:i|we|you)|may (?:i|we)|wie|was|wer|welche[rsnm]?|wo|wohin|warum|darf|kann (?:ich|man)|comment|combien|que|quel(?:le)?s?|qui|ou|puis-je|peut-on|como|cuanto|cuanta|quien|donde|se puede|puedo|come|quanto|chi|dove|posso|si puo|quem|onde|hoe|hoeveel|wat|wie|waar|mag (?:ik|je)|kan (?:ik|je)|jak|ile|co|kto|gdzie|czy|hur|vad|vem|kan man)(?!\p{L})/giu,
  "(?<!\\p{L})(?:polic(?:y|ies)|terms|conditions?|rules?|fees?|charges?|penalt(?:y|ies)|rights?|periods?|deadlines?|costs?|bedingungen|regel(?:n|ung(?:en)?)?|gebuhr(?:en)?|frist(?:en)?|recht(?:e)?|kosten|modalites|frais|delais?|droits?|regles|condiciones|plazos?|gastos|derechos?|politicas?|condizioni|penali|diritto|termini|condicoes|prazos?|taxas?|direitos?|voorwaarden|regels|termijn(?:en)?|zasady|warunki|oplaty|villkor|regler|avgift(?:er)?|規約|条件|ポリシー)(?!\\p{L})"
)

/** "When does it open?": a day that moves says it too. */
export const askingWhen =
  /^\W*(?:when (?:does|do|will|is|are|can|did)|wann|quand (?:est|ouvre|sera|est-ce)|cuando (?:abre|sale|es|sera)|quando (?:apre|esce|e|abre|sai)|wanneer (?:gaat|is|opent|komt)|nar (?:oppnar|ar|kommer)|kiedy|いつ)(?!\p{L})/u

/** "The risk goes to high": what it is to say then. */
export const becoming = phrases(
  "(?:goes|go|going|changes|changed|switches|moves|moved|set|turns|is raised|raised|upgraded|downgraded) to(?= (?!the|our|their|a|an|\\d)\\p{L})|turns(?= (?:red|green|yellow|orange|amber|black|white))|(?:wechselt|steigt|springt|geht) auf(?= (?!den|die|das|\\d)\\p{L})|passe (?:a|en|au)(?= (?!la|le|l'|\\d)\\p{L})|(?:pasa|cambia|sube) a(?= (?!la|el|\\d)\\p{L})|passa a(?= (?!la|il|\\d)\\p{L})"
)

/** What stands behind is not wanted. */
export const exclusion =
  /(?:[,;.(–—-]\s*|\s)(?:but not|and not|not|ignore|ignoring|except(?: for)?|excluding|other than|rather than|without|don't care about|do not care about|not interested in|don't tell me about|do not tell me about|no need to report|nicht|aber nicht|ignoriere|ignorieren|ausser|ohne|abgesehen von|mais pas|pas|ignore[rz]?|sauf|hormis|sans|hors|pero no|no|ignora|ignorar|excepto|salvo|sin|ma non|non|ignora|tranne|eccetto|senza|mas nao|nao|exceto|sem|maar niet|niet|negeer|behalve|zonder)\s+/giu

/** A goal that begins with what is not wanted: "ignore the price", "alles außer dem Preis". */
export const leadingExclusion =
  /^\W*(?:(?:please|bitte) )?(?:(?:everything|anything|all|any(?: other)? changes?|all changes) (?:but|except(?: for)?|other than|apart from|besides)|alles (?:ausser|bis auf)|alle anderungen ausser|tout(?:es les modifications)? sauf|todo (?:menos|excepto|salvo)|tutto (?:tranne|eccetto|salvo)|tudo (?:menos|exceto)|alles behalve|ignore|ignoring|except(?: for)?|excluding|don't care about|do not care about|not interested in|(?:don't|do not|never) (?:tell|notify|alert|inform)(?: me| us)?(?: about| of| when)|ignoriere|ignorieren(?: sie)?|ausser|abgesehen von|ignore[rz]|sauf|hormis|ignora|ignorar|excepto|salvo|tranne|eccetto|exceto|negeer|behalve)\s+/giu

/** Where what is not wanted ends, as something else is asked for: "ignore the price, tell me about delivery". */
export const askedBehind =
  /\s(?:(?:but|and|just|only|aber|und|nur|mais|et|pero|y|solo|ma|e|mas|maar|en) ){0,3}(?:please |bitte )?(?:(?:tell|notify|alert|inform|ping|warn|email|message|let|remind) (?:me|us)|(?:sag|sage|benachrichtige|informiere|melde|gib) (?:mir|mich|uns)|(?:dis|informe|previens|alerte|avertis)[- ](?:moi|nous)|previens-moi|avisame|dime|avvisami|dimmi|avise-me)(?!\p{L})/iu

/** A reduced fare is a fare, and no move. */
const move = (verb: string): string =>
  `(?<!(?:tarifs?|entrees?|billets?|tarifas?|entradas?|tariff[ae]|ingress[oi]|bigliett[oi]|bilhetes?) )${verb}(?! (?:fares?|rates?|tickets?|admission|entry|entrance|tarief|tarieven))`

export const moves = {
  down: anywhere(
    phrases(
      "drop(?:s|ped|ping)?|price[- ]drops?|fall(?:s|en|ing)?|fell|decreas\\w*|lower(?:ed|s)?|cheaper|cut(?:s)?|down|declin\\w*|shrink\\w*|shorter|shortened|less|fewer|smaller|tighter|worse|sink\\w*|sank|spad\\w*|tani\\w*|gesunken|kleiner|fall[et]n?|fallt|gefallen|gesenkt|senk\\w*|gunstiger|billiger|verringer\\w*|kurzer|verkurz\\w*|reduzier\\w*|weniger|baiss\\w*|diminu\\w*|reduct\\w*|moins cher|chute|raccourci\\w*|baj[aeo]\\w*|disminu\\w*|desci\\w*|mas barat[oa]|cae|caiga|acort\\w*|scend\\w*|cal[aio]|diminu\\w*|ribass\\w*|piu basso|riduc\\w*|cai|caia|cair|baix\\w*|mais barat[oa]|daalt?|dalen|zak\\w*|verlaagd?|goedkoper|korter|omlaag|earlier|brought forward|moved up|vorgezogen|fruher|avance\\w*|adelant\\w*|anticip\\w*|vervroegd",
      ...["reduc\\w*", "reduit\\w*", "ridott\\w*", "reduz\\w*"].map(move)
    ),
    "下が|値下げ|下落|下降|降价|降低|下跌|便宜|내리|인하|하락|떨어"
  ),
  up: anywhere(
    phrases(
      "ris(?:e|es|ing|en)|rose|increas\\w*|rais\\w*|up|higher|larger|bigger|more expensive|grow\\w*|(?<!(?:no|any) ?)longer|extend\\w*|extension|goes up|steig\\w*|gestiegen|erhoh\\w*|teurer|grosser|langer|verlanger\\w*|anheb\\w*|augment\\w*|hausse|plus cher|prolong\\w*|sub[ei]\\w*|aument\\w*|repouss\\w*|decal\\w*|proroga\\w*|encarec\\w*|mas car[oa]|ampli\\w*|rincar\\w*|prorog\\w*|sob[ea]\\w*|mais car[oa]|stijg\\w*|gestegen|verhoog\\w*|duurder|verleng\\w*|omhoog|later|pushed back|spater|plus tard|mas tarde|piu tardi|mais tarde"
    ),
    "上が|値上げ|上昇|上涨|涨价|提高|上升|인상|오르|상승|올라"
  )
} as const

/** What comes, goes, is said, or is written otherwise. */
export const verbs = {
  added: anywhere(
    phrases(
      "new|newer|newly|add(?:s|ed|ing)?|addition(?:s|al)?|appears?|appeared|publish\\w*|posts|posted|post|releases|released|announc\\w*|launch\\w*|introduc\\w*|lists|listed|another|comes? out|neue?[rsnm]?|neuere[rsnm]?|hinzu\\w*|erschein\\w*|erschienen|veroffentlich\\w*|weitere[rsn]?|nouve(?:au|lle|aux|lles)|nouvel|ajout\\w*|publi(?:e|es|ee|er)|apparai\\w*|appar\\w*|sort|sortie|nuev[oa]s?|anad\\w*|agreg\\w*|aparec\\w*|aparezc\\w*|publique\\w*|publica(?:n|do)?|nuov[oiae]|aggiun\\w*|pubblica\\w*|compar\\w*|esce|nov[oa]s?|adicion\\w*|publicad[oa]s?|publicar\\w*|surg\\w*|aparec\\w*|nieuwe?|toegevoegd\\w*|verschijn\\w*|gepubliceerd\\w*|extra"
    ),
    "新|追加|公開|発表|新增|新的|发布|添加|上线|신규|새로운|추가|새 "
  ),
  removed: anywhere(
    phrases(
      "remov\\w*|delet\\w*|disappear\\w*|gone|leaves|left|quits|departs|steps down|taken (?:down|off(?:line)?)|withdrawn|withdraws?|no longer (?:listed|offered|sold|mentions?|includes?|available|supported|there|on)|dropped from|discontinu\\w*|entfernt\\w*|entfernen|gelosch\\w*|verschwind\\w*|wegfall\\w*|entfallt|gestrichen|nicht mehr|supprim\\w*|disparai\\w*|retir\\w*|n'est plus|ne (?:mentionne|propose|vend) plus|elimin\\w*|desaparec\\w*|desaparezc\\w*|quit\\w*|ya no|rimoss\\w*|rimuov\\w*|scompa\\w*|tolt[oaie]|non (?:e|c'e) piu|removid[oa]s?|remov\\w*|desaparec\\w*|verwijder\\w*|verdwijn\\w*|niet meer|weggehaald|retire[sd]?"
    ),
    "削除|なくな|消え|廃止|移除|删除|下架|取消|삭제|제거|사라"
  ),
  mention: anywhere(
    phrases(
      "mention\\w*|contain\\w*|says|say|includ(?:e|es|ed)|refers? to|reads|names|the words?|the phrase|the term|erwahn\\w*|enthalt\\w*|auftaucht|steht|genannt|mentionn\\w*|contient|contenir|cite|menciona\\w*|mencione\\w*|contien\\w*|contiene\\w*|menzion\\w*|conten\\w*|contem|noem[tdn]?|genoemd|bevat\\w*|vermeld\\w*"
    ),
    "言及|含ま|記載|包含|提到|出现|언급|포함"
  ),
  change: anywhere(
    phrases(
      "chang\\w*|another|different|ander(?:e[rsnm]?)|autres?|otr[oa]s?(?! vez)|altr[oaie](?! volta)|outr[oa]s?(?! vez)|correct(?:s|ed|ion|ions)?|korrigiert|corrig\\w*|corregid[oa]|updat\\w*|modif\\w*|edit(?:s|ed)?|revis\\w*|differ\\w*|mov(?:e|es|ed)|amend\\w*|alter\\w*|adjust\\w*|anderung\\w*|ander[nt]\\w*|andert|geandert\\w*|veranderung\\w*|aktualisier\\w*|changement\\w*|change\\w*|mis(?:e|es)? a jour|modifi\\w*|evolu\\w*|cambi\\w*|actualiz\\w*|camb[ie]\\w*|modific\\w*|aggiorn\\w*|vari\\w*|alterac\\w*|alter\\w*|mud[ae]\\w*|mudanc\\w*|atualiz\\w*|wechsel\\w*|wechselt|wijzig\\w*|gewijzigd\\w*|verander\\w*|update"
    ),
    "変更|変わ|更新|改定|変化|变化|变更|变动|改变|修改|변경|바뀌|변동|수정|업데이트"
  )
} as const

/** What is not offered any more is gone, or said to be so. */
export const withdrawn = phrases(
  "no longer (?:offered|sold|supported|made|produced)|(?:not|isn't|aren't) (?:offered|sold|supported|made) any ?(?:more|longer)|nicht mehr (?:angeboten|verkauft|unterstutzt|hergestellt)|(?:n'est|ne sont|n'est plus|ne) plus (?:propose|vendu|fabrique)e?s?|ya no se (?:vende|ofrece|fabrica)n?|non (?:e|sono) piu (?:offert|vendut|in vendit)[oaie]|nao (?:e|sao) mais (?:oferecid|vendid)[oa]s?|niet meer (?:aangeboden|verkocht|ondersteund)"
)

/** Verbs of a goal that say a state which pages say otherwise. */
export const goalStates: ReadonlyArray<readonly [pattern: RegExp, family: string, states: ReadonlyArray<string>]> = [
  [
    phrases(
      "frei (?:wird|werden|ist)|wird frei|(?:se )?pued[ae] (?:volver a )?reservar|reservierbar|buchbar|bookable|can be booked|reservable"
    ),
    "openness",
    ["open"]
  ],
  [
    phrases(
      "fails?|failed|failing|failure|scheitert|fehlschlagt|fehlgeschlagen|echoue\\w*|falla|fallan|fallisce|falha|faalt|mislukt"
    ),
    "progress",
    ["rejected"]
  ],
  [
    phrases(
      "(?:go(?:es)?|are|is|put|gone) on sale|on sale now|sale starts|verkaufsstart|im verkauf|en vente|a la venta|in vendita|a venda|in de verkoop|hay stock|haya stock|haya existencias|vuelva a haber"
    ),
    "availability",
    ["available"]
  ],
  // A flag of data says of a thing on sale that it costs less.
  [phrases("on sale"), "availability", ["available", "reduced"]],
  [
    phrases(
      "(?:qued[ae]n?|resta[no]?) (?:stock|existencias|unidades|scorte)|restock\\w*|back in stock|in stock again|available again|can (?:be )?(?:bought|ordered|order|buy)|buyable|wieder (?:da|erhaltlich|lieferbar|verfugbar|auf lager|vorratig)|erhaltlich|kaufbar|de retour en stock|de nouveau (?:en stock|disponible)|vuelve a (?:estar|haber)[^,.]*|hay (?:stock|existencias)|torna disponibile|tornat[oa] disponibile|di nuovo disponibile|torna in stock|voltar? ao estoque|volta(?:r)? a estar disponivel|weer (?:op voorraad|beschikbaar|leverbaar)"
    ),
    "availability",
    ["available"]
  ],
  // "When no tickets are left", "if there are seats left"; who has left is gone, and a review that is left has come.
  [
    phrases(
      "(?<=(?:any|no|none|some|there (?:are|is)) (?:(?!(?:ha(?:s|ve)|reviews?|ratings?|comments?|feedback|repl(?:y|ies)|messages?|notes?|tips?|votes?|questions?) )\\p{L}{1,30} ){0,2})(?:(?:are|is) )?(?:still )?(?:left|remaining)"
    ),
    "availability",
    ["available"]
  ],
  [
    anywhere(
      phrases(
        "can(?:not|'t| not| no longer) be (?:bought|ordered|booked|reserved)|sells? out|selling out|runs? out|fully booked|ausverkauft|goes out of stock|epuis\\w*|se agot\\w*|agotad[oa]s?|si esaurisc\\w*|esgot\\w*|uitverkocht raakt"
      ),
      "売り切れ|缺货|售罄|품절"
    ),
    "availability",
    ["unavailable"]
  ],
  // What is full need not be sold out: the moon is, and a reservoir.
  [
    phrases("(?:is|are|gets?|becomes?) full(?!-| (?:time|board|price))|fills? up"),
    "availability",
    ["unavailable", "full"]
  ],
  [
    anywhere(phrases("in stock|auf lager|op voorraad|en stock"), "再入荷|在庫あり|入荷|补货|有货|到货|재입고|재고"),
    "availability",
    ["available"]
  ],
  [
    phrases(
      "(?:re)?opens?(?![ -](?:source|access|data|air|ended|weights?)(?!\\p{L}))|reopening|opening of|offnet|offnen|eroffnet|ouvre(?:nt)?|ouverture|abren?|abra|apre|aprono|aprano|abre|abrir(?:em)?|gaat open|opengaat|opengaan"
    ),
    "openness",
    ["open"]
  ],
  [
    phrases(
      "closes?|closing|closure|schliesst|geschlossen|gesperrt|ferme(?:nt|ture)?|cierra|cierre|chiude|chiusura|fechar(?:em)?|fecham|encerra|sluit|gesloten"
    ),
    "openness",
    ["closed"]
  ],
  [
    phrases(
      "outages?|incidents?|downtime|goes down|go down|is down|disruptions?|interruptions?|perturbations?|not operational|storung\\w*|ausfall\\w*|fallt aus|panne|incidente?s?|caid[oa]|guast[oi]|disservizi\\w*|fora do ar|storing\\w*"
    ),
    "health",
    ["degraded", "down", "maintenance"]
  ],
  [
    phrases(
      "disruptions?|service changes?|interruptions?|storung\\w*|perturbations?|interrupciones|interruzioni|interrupcoes|storingen"
    ),
    "progress",
    ["paused"]
  ],
  [
    phrases(
      "disruptions?|service changes?|interruptions?|storung\\w*|perturbations?|interrupciones|interruzioni|interrupcoes|storingen"
    ),
    "event",
    ["delayed", "cancelled"]
  ],
  [
    phrases("back (?:up|online)|recover(?:s|ed)?|restored|operational again|wieder (?:online|in betrieb)"),
    "health",
    ["operational"]
  ],
  [
    phrases(
      "cancel(?:s|ed|led|ling|lation)?|called off|abgesagt|absage|ausfallt|entfallt|annul\\w*|cancelad[oa]s?|cancel[ae]\\w*|afgelast|geannuleerd"
    ),
    "event",
    ["cancelled"]
  ],
  [
    phrases(
      "postpon\\w*|reschedul\\w*|verschoben|verschiebt|vertagt|reporte\\w*|aplaz\\w*|pospue\\w*|pospon\\w*|rinvi\\w*|posticip\\w*|adiad[oa]s?|adia\\w*|uitgesteld"
    ),
    "event",
    ["postponed"]
  ],
  [
    phrases("delay(?:s|ed)?|verspat\\w*|retard\\w*|retras\\w*|ritard\\w*|atras\\w*|vertraag\\w*|vertraging"),
    "event",
    ["delayed"]
  ],
  [phrases("deprecat\\w*|veraltet|abgekundigt"), "lifecycle", ["deprecated", "ended"]],
  [phrases("end[- ]of[- ]life|eol|discontinu\\w*|sunset\\w*|eingestellt"), "lifecycle", ["ended", "deprecated"]],
  [
    phrases(
      "general(?:ly)? availab\\w*|out of beta|leav(?:es|ing) beta|exits? beta|beta (?:ends|is over|phase ends)|no longer (?:in )?beta|goes stable|becomes stable|beta verlasst|ga"
    ),
    "lifecycle",
    ["stable"]
  ],
  [phrases("ship(?:s|ped)|deliver(?:ed|s)|versandt|geliefert"), "progress", ["done"]],
  [
    phrases(
      "approv\\w*|adopted|passes|passed|genehmigt|verabschiedet|angenommen|approuv\\w*|adopte\\w*|aprob\\w*|approvat\\w*|aprov\\w*|goedgekeurd|enacted|in kraft"
    ),
    "progress",
    ["approved"]
  ],
  [
    phrases("reject\\w*|denied|abgelehnt|rejet\\w*|rechaz\\w*|respint\\w*|rejeit\\w*|afgewezen"),
    "progress",
    ["rejected"]
  ]
]

/** Where something stands: in the title of the page. */
export const inTitle = phrases("(?:page )?title|headline|heading|titel|uberschrift|titre|titulo|titolo|kop|kopje")

/** Nouns that say only that it is something: an entry of whatever the page lists. */
export const genericNouns: ReadonlySet<string> = new Set(
  `page pages site website webpage section sections information info content text something anything thing things item items entry entries listing listings list detail details
any every all longer change changes update updates status value values number numbers amount level figure kind type part parts line lines row rows table page's current currently actual
dr mr mrs mx mme mlle prof herr herrn frau senor senora sra signor signora monsieur madame
商品 製品 記事 物件 wieder again igen ponownie opnieuw nuovamente
ausgeschrieben gelistet online posted listed via can could which where what who whose ob doch noch irgendeine irgendein zahlt pls even bit also too including much many early often far long soon exactly have show do does can live matter matters legal material people open take takes get gets
  make makes making like just know someone somebody us our all still back otra vez otro vuelva puede pueda dabei enthalten drin dazu mehr kommt ist sich mal bitte bescheid noch schon gern daj znac jak gdy kiedy prevenir avisa avisa-me avise custar encore il elle on jour combien cuanto quanto hoeveel this that these those their its our about there here again still also really actually just ever please thanks day days' time times soon
me us my our i we you your meaningful important relevant significant major-change substantive substantial wesentliche wichtige important importants importante importanti belangrijke
seite webseite website abschnitt inhalt etwas eintrag eintrage liste angabe angaben jede jeder jedes alle alles wert tabelle
page site section contenu quelque chose element elements liste toute toutes tout tous entree valeur tableau
pagina sitio web seccion contenido algo elemento elementos lista cualquier todo todos entrada valor tabla
pagina sito sezione contenuto qualcosa elemento elementi elenco qualsiasi ogni voce valore tabella
pagina site secao conteudo algo item itens qualquer todo entrada valor tabela
pagina site sectie inhoud iets item items lijst elke alle waarde tabel vermelding`.split(/\s+/)
)
