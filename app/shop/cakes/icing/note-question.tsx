import { type RefObject, useEffect, useState } from 'react'
import { Question } from '#ui/forms/choices.tsx'
import { allergyWords, maxTypedLength } from './name-error.ts'
import { normaliseName } from './name-on-cake.ts'

export type NoteReader = 'baker' | 'rider'

interface NoteQuestionProps {
  /** As it is typed. */
  name: string
  input: RefObject<HTMLInputElement | null>
  hasRiderNote: boolean
  /** Empties the name, and adds the note to that for its reader; '' for none. */
  onMove: (note: string, reader: NoteReader) => void
}

/**
 * Asks about a name that reads like a note, or like words for none: its form waits for the answer. An allergy cannot be
 * piped.
 */
export function NoteQuestion({ name, input, hasRiderNote, onMove }: NoteQuestionProps) {
  const [answer, setAnswer] = useState({ name: '', sentence: '' })
  const typed = normaliseName(name)
  const isAnswered = answer.sentence !== '' && answer.name === typed
  const kind = isAnswered ? null : noteKindOf(name)
  useEffect(() => {
    const field = input.current
    field?.setCustomValidity(kind ? 'Is this a note? Please answer below.' : '')
    return () => field?.setCustomValidity('')
  }, [input, kind])

  if (isAnswered) {
    return (
      <p ref={focus} tabIndex={-1} className="text-sm">
        {answer.sentence}
      </p>
    )
  }
  if (!kind) return null
  const isNone = kind === 'nothing'
  const reader = kind === 'rider' && hasRiderNote ? 'rider' : 'baker'
  const move = isNone ? 'Leave the cake without a name' : `It is a note for the ${reader}`
  return (
    <Question
      text={questions[kind]}
      answers={{
        [move]() {
          onMove(isNone ? '' : typed, reader)
          const moved = `Moved to the note for the ${reader}.`
          setAnswer({ name: '', sentence: isNone ? 'The cake has no name.' : moved })
        },
        ...(kind !== 'allergy' && {
          'Pipe it as it is': () => setAnswer({ name: typed, sentence: 'We’ll pipe it as it is.' }),
        }),
      }}
    />
  )
}

const isItNote = 'This will be written on the cake. Is it a note for us?'
const questions: Record<NoteKind, string> = {
  nothing: 'This will be written on the cake. Would you like it without a name?',
  allergy: 'Our baker must know this. It is not written on the cake.',
  rider: isItNote,
  baker: isItNote,
}

/** The pressed button is gone. A field would open a phone's keyboard. */
function focus(element: HTMLElement | null) {
  element?.focus()
}

/** What was typed as a name: words for no name, or a note, by who reads it. */
type NoteKind = 'nothing' | 'allergy' | 'rider' | 'baker'

// Words by class: in English, in Hindi in Latin letters, in Hindi; as `comparable` leaves them. In Hindi, 'chahiye' is 'is
// wanted', 'likhna' 'to write', 'karna' 'to do', and 'rakhna' 'to put', 'to leave' or 'to bring'.
const please = 'please|pls|plz|kindly'
const not = 'nahi|nahin|nahee|nhi|nai|mat|na ho|नहीं|नही|मत|न हो|ना हो'
const chahiye =
  'chahiye|hona|hone|honi|banana|dena|do|dalna|चाहिए|चाहिये|होना|होनी|बनाना|दें|देना|डालना|डालें'
const text = 'names?|text|message|msg|writing|naam|नाम'
const thing = `${text}|candles?|knife|eggs?|(?:pea)?nuts?|(?:dry )?fruits?|cashews?|almonds?|sugar|milk|gelatine?|alcohol|cream|creamy|chocolate|cherr(?:y|ies)|toppers?|fondant|bill|invoice|receipt|(?:price )?tags?|plates?|spoons?|mombatti|anda|ande|cheeni|chini|chaku|kaju|badam|मोमबत्ती|मोमबत्तियां|कैंडल|चाकू|अंडा|अंडे|अण्डा|अण्डे|चीनी|शक्कर|क्रीम|नट्स|काजू|बादाम|बिल|रसीद|टैग`
const food =
  'eggless|egg less|sugar ?less|diabetic|vegetarian|(?:egg|sugar|nuts?|gluten|dairy|onion) ?free|(?:pure|only|100) veg\\S*|(?:veg|jain|egg|fresh) cake|(?:less|not too) sweet|(?:heart|round|square) shaped?|एगलेस|शाकाहारी'
const colour =
  '(?:(?:any|all|dark|light) )?(?:rainbow|red|blue|pink|white|black|green|yellow|gold|golden|silver|purple|orange|lal|laal|neela|neele|hara|hare|gulabi|peela|safed|लाल|नीला|नीले|हरा|हरे|गुलाबी|पीला|सफेद)'
const dye = '(?:colou?r|icing|cream|font|letters|theme|rang|रंग)'
const script =
  '(?:hindi|english|marathi|gujarati|tamil|telugu|kannada|bengali|punjabi|malayalam|urdu|devanagari|capitals?|caps|block|bold|cursive|italics?|हिंदी|हिन्दी|अंग्रेजी|मराठी)'
const photo =
  '(?:photo|pic|picture|image|design|sample|website|last time|before|order|फोटो|तस्वीर|डिजाइन)'
const where =
  '(?:both|all|each|side|left side|right side|middle|centre|center|bottom|corner|board|base|plate|tag|topper)'
const write = 'write|print|type|pipe|spell|mention'
const likhna = 'likh(?:na|o|iye|en|ein|wana| do| dena)|लिख(?:ना|ें|ो|िए|िये|वाना| दें| दो| देना| दीजिए)'
const place =
  '(?:the )?(?:guard|security|watchman|reception|neighbou?r|(?:main )?(?:gate|door|lobby)|doorstep|padosi|darwaze|bahar|गेट|दरवाजे|गार्ड|पडोसी|चौकीदार|बाहर)'
const call = 'call|ring|phone|fone|whatsapp|msg|message|bell|ghanti|कॉल|काल|फोन|रिंग|मैसेज|घंटी|बेल'
const karna =
  'kar(?:na|o|ke|ein|unga| lena| dena)|baja(?:na|o)|mat|करना|करें|करो|करके|कर लेना|कर देना|बजाना|बजाएं|मत'
const rakhna =
  'rakh(?:na|do| do| dena)|ch?ho[dr](?:na|do| do| dena)|(?:bhej|la|pahu?n?cha|pakda|hata)(?:na|do|ein| do| dena)|de do|de dena|(?:रख|छोड|भेज|ला|पहुंचा|पकडा|हटा)(?:ना|ें|एं|ो| दें| दो| देना)|दे दो|दे देना'
const hour = '\\p{Nd}{1,2}(?: \\p{Nd}\\p{Nd})? ?(?:am|pm|oclock)'
/** What a text to be piped begins with, before where and how. */
const wish = '(?:happy|hbd|birthday|anniversary|congratulations|name|text|message)(?: \\S+){0,6}'

/**
 * Patterns of whole words for each kind, by class. '^' and '$' are the ends of the text, ':' is any colon or dash. The first
 * kind that matches counts.
 */
const patterns: Record<Exclude<NoteKind, 'allergy'>, Record<string, string>> = {
  nothing: {
    none: `^(?:nill?|skip|n ?a|none|nothing|no|nope|null|blank|plain|xx+|no need|no thanks|not (?:required|needed|applicable)|(?:no|without|no need of|(?:i )?(?:dont|do not) (?:want|write|put|print)|nothing)(?: any| the| just)? (?:${text}|wish|anything|cake)|(?:leave|keep)(?: it)? blank|निल)(?: (?:${please}|required|needed|on|to|the|cake|write))*$`,
    noneInHindi: `^(?:kuchh?|koi|कुछ|कोई)?(?: ?(?:bhi|naam|भी|नाम))?(?: ki| की)? ?(?:(?:zaroorat|jarurat|जरूरत) )?(?:${not}|न)(?: (?:hai|है|${chahiye}|${likhna}))?(?: hai| है)?$`,
    blank: '^(?:khali|खाली)(?: \\S+){0,2}$|^(?:bina naam|naam ke bina|बिना नाम)(?: ke| के)?$',
  },
  rider: {
    leaveWith: `(?:leave|drop|keep|place|give|hand)(?: \\S+){0,2} (?:at|with|near|to|outside) ${place}|(?:at|near|with) ${place}|leave (?:it )?outside|drop (?:it )?off`,
    leaveWithInHindi: `${place}(?: (?:pe|par|ke|ko|paas|पर|पे|के|को|पास))* (?:${rakhna}|dena|देना)`,
    doorNumber:
      '(?:flat|house|door|gate|tower|block|floor) (?:(?:no|number) \\p{Nd}+|\\p{Nd}{1,4}$)|\\p{Nd}(?:st|nd|rd|th) floor',
    doNotCall: `(?:${please}|dont|do not|never|^no|pehle|पहले) (?:${call}|knock|disturb|deliver)|ring (?:the )?(?:door ?)?bell|(?:\\p{Nd} ?){10}`,
    callBefore: `(?:${call})(?: me| us| him| her)? (?:before|when|on|after|once|at|if|for|first|only|${karna})|^call (?:me|us)$|^call (?:sender|recipient|customer)|keep it (?:a )?(?:secret|surprise)`,
    deliverAt:
      'deliver \\p{Nd}+\\S*|(?:deliver|delivery|come|bring|reach|send|need|want)(?: it| cake| the cake)? (?:at|before|after|by|between|early|late|on time|fast|soon|asap)|(?:midnight|morning|evening|surprise|am|pm) delivery',
    hour: `(?:before|after|by|and|^at) ${hour}|\\p{Nd}+ ?(?:baje|bje|बजे)|(?:morning|evening) only|^${hour}$`,
    deliverAtInHindi: `(?:jaldi|time (?:pe|par)|kal|aaj|जल्दी|समय पर|कल|आज)(?: ko| tak| को| तक)? (?:${rakhna}|${chahiye})|(?:aane|dene|lane|delivery|आने|देने|लाने|डिलीवरी) (?:se pehle|से पहले)`,
    urgent: `^(?:urgent(?:ly)?|asap|fragile|handle with care|contactless|cash on delivery|cod)(?: (?:${please}|delivery))*$`,
  },
  baker: {
    ensure: `ensure|kindly|make sure|mention (?:if|that|the|name|on|egg\\S*)|(?:as|already) (?:discussed|mentioned|shown|told|per|above)|special instructions?|strictly|dhyaa?n rahe|ध्यान रहे`,
    please: `(?:${please}|can you|could you|would you please|must|to|dont|do not) (?:${write}|make it|keep (?:it|less|cream|sugar)|be (?:on time|careful)|check|confirm|pack|use|add|put|send|give|include|avoid|remove|tell|note)|(?:kripya|krupya|कृपया)(?! (?:mujhe|maaf|मुझे|माफ|क्षमा))`,
    mustBe: `(?:must|should|needs? to|has to) (?:not )?(?:be|have|contain)(?: \\S+)? (?:${food}|${thing}|fresh|soft|correct|delivered|${colour}|${script}|written)|^(?:cake (?:must|should)|it should)`,
    writeIt: `^(?:${write}) (?:${wish}|it|in|on|as)|^write \\S+$|^(?:${write}) \\S+ in |^use \\S+ ${dye}|^make it (?:${food}|fresh|soft)|(?:i|we) (?:want|need) (?:it|cake|${food})|spelling`,
    toldLater:
      '(?:will|ill|to be) (?:tell|confirm|confirmed|send|share|decided|whatsapp|written)|(?:on|see) whatsapp|^(?:tbd|later|ask me|contact me)|baad me(?:in)?|बाद में \\S+',
    diet: `^(?:${food})|(?:${food})(?: cake)?(?: (?:${please}|only|hi|${chahiye}))*$|^veg(?:etarian)?(?: only)?$|^(?:fresh|soft) and|gift (?:wrap|pack)|pack separately`,
    withOrWithout: `(?:no|without|less|low|extra|add|put|remove|hide|include|need|send|contains?|(?:dont|do not) \\S+|bina|बिना|kam|कम)(?: any| a| the| \\p{Nd}+)? (?:${thing}|price|meetha|मीठा)|^(?:with|more|extra|less|no|\\p{Nd}+)(?: \\S+)? (?:${thing}|chocolate|kg|pound)$`,
    withOrWithoutInHindi: `(?:${thing}|meetha|मीठा)(?: bhi| भी| wala)? (?:${not}|less$|kam|कम|zyada|ज्यादा|बिल्कुल|or|hai|है|${chahiye}|${rakhna}|free|(?:not )?(?:allowed|required|needed)|${please})|^(?:anda|ande|अंडा|अंडे)(?: ke| के)? (?:bina|बिना)|(?:hona|होना) (?:chahiye|चाहिए)`,
    whereOnCake: `(?:on|in|at)(?: the| a| separate)* ${where}(?: of (?:the )?cake| of them|(?: the)? cakes?)?$|on top(?: of (?:the )?cake)?$|both (?:cakes|tiers|names)|^(?:left|right) side|(?:dono|दोनों) (?:cake|pe|par|केक|पर|पे)|cake (?:pe|par|ke|for)|केक (?:पर|पे|के)`,
    placeOrColour: `^${wish} (?:on (?:the )?cake|(?:in|with) (?:the )?${colour})$|^(?:on|in) (?:top|${colour})$`,
    scriptOrColour: `in ${script}|^(?:all )?${script}$|${script} (?:me|mein|mai|madhe|में|letters|only)|(?:big|small) letters|font|calligraphy|aksharon|अक्षरों|(?:in )?${colour} ${dye}|any colou?r|(?:colou?r|rang|रंग) (?:should|must|se|mein|me|में|से|${colour})|\\S+ theme`,
    likePhoto: `(?:same|like|as|refer|see)(?: \\S+){0,2} ${photo}|(?:jaisa|जैसा) ${photo}|${photo} (?:jais\\S|ke|wala|जैस\\S|के|वाला|attached|on)`,
    writeItInHindi: `(?:${likhna})$|(?:${likhna}) (?:hai|है)|(?:naam|kuch|cake pe|नाम|कुछ|केक पर|में)(?: \\S+){0,3} (?:${likhna})|^(?:only|just) (?:${write}|${wish})|^(?:first )?(?:${text}) only`,
    label: `(?:${text}|note|instructions?|colou?r|flavou?r|theme|wishes|boy|girl|baby) :|(?:${text}) (?:on|of|is) .*(?:cake|baby|boy|girl|child)|(?:girl|boy|baby|child|kid|son|daughter|wife|husband|customer|birthday)s? name|(?:ka|ki|का|की) (?:naam|नाम)(?! (?:roshan|रोशन))|^(?:the|his|her)? ?name is|^naam hai|^नाम है|(?:naam|नाम)(?: \\S+){1,2} (?:hai|है)$`,
  },
}
const kinds = Object.entries(patterns).map(([kind, classes]) => {
  const words = Object.values(classes).join('|')
  return [kind as NoteKind, new RegExp(`(?:^| )(?:${words})(?= |$)`, 'u')] as const
})

/**
 * What a text that was typed as the name on a cake is instead, in English and in Hindi in both its scripts; null for a
 * name. The form only asks: somebody may be called so. An allergy is never a name.
 */
export function noteKindOf(name: string): NoteKind | null {
  if (name.length > maxTypedLength) return null
  const tidy = normaliseName(name)
  if (allergyWords.test(tidy)) return 'allergy'
  if (/^\p{P}+$/u.test(tidy)) return 'nothing'
  const marked = comparable(tidy)
  const words = marked.replace(/[ :]+/g, ' ').trim()
  return kinds.find(([, pattern]) => pattern.test(words) || pattern.test(marked))?.[0] ?? null
}

/** Words in small letters with a space between them, ':' for colons and dashes; Hindi without dots under letters, and one sign for each nasal. */
function comparable(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c'’`]|\u200c|\u200d/g, '')
    .replace(/\u0901/g, '\u0902')
    .normalize('NFC')
    .replace(/[:;=–—-]+/g, ' : ')
    .replace(/[^\p{L}\p{M}\p{Nd}:]+/gu, ' ')
    .trim()
}
