/** Words that mean nothing by themselves, and words that turn or bind what is said. Written folded. */

export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Words that mean nothing by themselves. */
export const smallWords =
  words(`a an the this that these those of to in on at by for from with as and or is are was were be been being it its our your their
his her we you they he she i us them my me will would has have had do does did so than then there here also just very please per each via etc upon any i viene vengono wird werden wurde been because due regarding how wie comment como come hoe concerning related out
ab bis der die das den dem des ein eine einen einem einer eines und oder ist sind war im in am an auf zu zum zur von vom fur mit bei aus als auch es wir sie ihr ihre unser unsere sich
le la les l un une des du de et ou est sont au aux en dans sur pour par avec ce cette ces nos notre votre vos il elle nous vous se
el los las uno una unos unas y o es son al del en para por con su sus nuestro nuestra se lo este esta
il lo gli i di ai dai dal sul sulla sui nei negli uno una ed e o sono del della dei delle al alla nel nella su per con da il suo nostro vostro si
os as um uma e ou sao do da dos das no na nos nas em para por com seu sua nosso se
dla na do od ze jak ile czy jest sie przy lub oraz dalej jeszcze moj moja moje nasz w z o u
och att det som den av pa till for med fran vid om ar eller min mitt nar vad hur var jag vi ni fortfarande
og til af fra hvor hvad nar er jeg ikke
het een en of is zijn van in op te aan voor met bij ons onze uw je jouw mijn ik krijg krijgt krijgen worden wordt
meu minha meus minhas mio mia miei mie mein meine meinen meinem meiner meines mon ma mes mi mis
か を に は の て と も へ から まて なっ たら なる し た いる ある です ます ました とき 時 場合 教え 知らせ くたさい なら 的 了 当 时 请 通知 我 如果 在 和 有 是 请在 告诉 을 를 이 가 은 는 에 의 로 면 알려 줘`)
