/** Words for people who may receive a cake. */
const person = '(?:the )?(?:guard|security|watchman|reception|neighbou?r|maid|driver)'
const place = `(?:${person}|(?:the )?(?:main )?(?:gate|door|doorstep|lobby|entrance))`
const thing =
  '(?:candles?|knife|eggs?|egg|nuts?|sugar|cream|cherr(?:y|ies)|toppers?|chocolate|name|text|writing|message|box|plates?|spoons?|mombattiyan?|mombatti|anda|ande|naam|cheeni|chini|chaku)'
const sending = '(?:dena|dijiye|dijiyega|dijiega|dein|den|dedo|dede|do|de)'

const english = [
  `(?:leave|drop|keep|place) (?:it |cake |the cake )?(?:at|with|near|outside|by|in) ${place}`,
  'leave (?:it )?(?:at|near|outside|by)',
  'drop (?:it )?off',
  `(?:give|hand(?: it)?(?: over)?)(?: it)? to ${person}`,
  `(?:at|near|with) ${person}`,
  '(?:please|pls|plz|kindly) (?:call|ring|phone|leave|deliver|bring|come|send|add|put|write|print|keep|make|do|dont|use)',
  '(?:call|ring|phone|whatsapp|message|text|ping|contact)(?: me| us| him| her| on this number)? (?:before|when|on|after|once|at|upon|if|first|only)',
  '(?:dont|do not|never) (?:call|ring|phone|knock|write|print|put|add|tell|disturb|tilt|shake|use|send|open|press|message|contact)',
  '(?:ring|press) (?:the )?(?:door ?)?bell',
  `(?:no|without|less|extra|more|add|remove|include|need|send|give|put|with|w o) (?:any |the |a |\\d+ )?${thing}`,
  'no need',
  '(?:less|not too) sweet',
  '(?:please |pls )?(?:write|print|type|mention)(?: on)?(?: the)?(?: cake| name| it| this| text| message)? (?:happy|hb|hbd|name|it|in|as|cake|on)',
  '(?:write|print|type|mention) (?:the )?(?:name|text|message)',
  '(?:deliver|delivery|come|bring|reach|send)(?: it)? (?:at|before|after|by|between|early|late|on time|in the|to the|fast|soon|asap|only)',
  '(?:before|after|by|between) \\d{1,2}(?: \\d\\d)? ?(?:am|pm|oclock)',
  '(?:urgent|asap|fragile|handle with care|contactless(?: delivery)?|cash on delivery|cod|otp \\d+)',
  '(?:flat|house|door|gate|tower|block|floor) (?:no |number )?\\d+',
  '\\d(?:st|nd|rd|th) floor',
]

const hinglish = [
  `(?:gate|guard|security|watchman|reception|door|padosi|neighbou?r|darwaze|bahar|baahar)(?: pe| par| ke paas| ko)? (?:rakh|chho?d|chho?r|de|pakda)(?:na| ${sending})?`,
  `(?:pe|par|ke paas) (?:rakh|chho?d|chho?r)(?:na| ${sending})?`,
  '(?:call|phone|fone|ring|msg|message|whatsapp|missed call) (?:kar(?:na|o|ke|ein|dena|do)?|kare|kijiye|kijiyega|mat|maar)',
  '(?:kar(?:na|o)?|likh(?:na|o)|baja(?:na|o)|ghanti|bell) mat',
  'mat (?:kar(?:na|o|ein)?|kijiye|likh(?:na|o)|baja(?:na|o)|dena|dalna|daalna|dijiye|lana|lao|laga(?:na|o)|rakh(?:na|o)|bhej(?:na|o)|bol(?:na|o)|bata(?:na|o))',
  '(?:nahi|nahin|nahee|nai|na) chahiye',
  `bina ${thing}`,
  `${thing} (?:nahi|nahin|mat|na ho|kam|zyada|jyada)`,
  '(?:kam|zyada|jyada) (?:meetha|mitha|cheeni|chini|cream)',
  '(?:meetha|mitha) (?:kam|zyada|jyada)',
  '(?:aane|ane|pahu?n?chne|dene|lane|delivery) se pehle',
  'pehle (?:call|phone|fone|ring|bata)',
  '(?:naam|kuch|kuchh|ispe|is pe|cake pe|cake par)(?: \\p{L}+){0,3} likh(?:na|o|iye|na hai| dena| do)?',
  'jaldi (?:lana|lao|bhej\\p{L}*|dena|pahu?n?cha\\p{L}*|aana|chahiye)',
  '(?:time|samay) (?:pe|par) (?:lana|lao|bhej\\p{L}*|dena|pahu?n?cha\\p{L}*|aana|chahiye)',
]

const things = '(?:मोमबत्तियां|मोमबत्ती|कैंडल|चाकू|अंडे|अंडा|अण्डा|नाम|चीनी|शक्कर|क्रीम|नट्स)'
const sends = '(?:देना|दें|दो|दे|दीजिए|दीजिये|दीजिएगा)'

/** Hindi, as it is compared: without dots under letters, with a plain dot for each nasal. */
const hindi = [
  `(?:पर|पे|पास|बाहर|को) (?:रख|छोड|पकडा)(?:ना|ें|ो|िए|िये| ${sends})?`,
  `(?:गार्ड|पडोसी|सिक्योरिटी|चौकीदार|वॉचमैन)(?: को| के पास) ${sends}`,
  '(?:कॉल|काल|फोन|रिंग|मैसेज|घंटी|बेल) (?:कर|करना|करें|करो|करके|मत|न|ना|कीजिए|कीजिये|बजाना|बजाएं)',
  'मत (?:करना|करें|करो|कीजिए|लिखना|लिखें|लिखो|बजाना|बजाएं|देना|दें|दो|लाना|लगाना|लगाएं|डालना|डालें|भेजना|रखना|बताना)',
  '(?:नहीं|ना|न) (?:चाहिए|चाहिये|लिखना|लिखें|डालना|डालें|देना|लगाना)',
  `बिना ${things}(?: (?:के|का|की|वाला))?`,
  `${things} (?:नहीं|मत|न हो|ना हो|कम|ज्यादा)`,
  '(?:कम|ज्यादा) (?:मीठा|चीनी|क्रीम)',
  'मीठा (?:कम|ज्यादा)',
  '(?:आने|पहुंचने|देने|लाने|डिलीवरी) से पहले',
  'पहले (?:कॉल|फोन|बता)(?: \\p{L}[\\p{L}\\p{M}]*)?',
  '(?:नाम|कुछ|इस पर|केक पर)(?: [\\p{L}\\p{M}]+){0,3} लिख(?:ना|ें|ो|िए|िये| दें| दो| देना)',
  '(?:जल्दी|समय पर|टाइम पर) (?:लाना|लाएं|भेजना|भेजें|देना|दें|पहुंचाना|पहुंचाएं|आना|चाहिए)',
]

const instruction = new RegExp(
  `(?:^|[^\\p{L}\\p{M}\\p{Nd}])(?:${[...english, ...hinglish, ...hindi.map(comparable)].join('|')})(?![\\p{L}\\p{M}\\p{Nd}])`,
  'u',
)
/** Not as a part of a name: 'Nothing but love'. */
const wholeInstruction =
  /^(?:nothing(?: on(?: the)? cake)?|(?:pure )?(?:veg|eggless|egg less|egg free|sugar ?free)(?: (?:please|pls|only|cake))*)$/
const phone = /(?:\d ?){10}/

/**
 * Whether a name on a cake reads like a note to the shop or its rider: in English, and in Hindi in both its scripts. The
 * form only asks: somebody may be called so.
 */
export function readsAsInstruction(name: string): boolean {
  const words = comparable(name.normalize('NFKC').toLowerCase())
    .replace(/['’`]/g, '')
    .replace(/[^\p{L}\p{M}\p{Nd}]+/gu, ' ')
    .trim()
  return [instruction, wholeInstruction, phone].some((pattern) => pattern.test(words))
}

/** Hindi is typed with and without the dot under a letter, and with either sign of a nasal. */
function comparable(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\u093c/g, '')
    .replace(/\u0901/g, '\u0902')
    .normalize('NFC')
}
