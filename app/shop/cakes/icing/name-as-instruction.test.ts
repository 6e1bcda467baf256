import { describe, expect, test } from 'vitest'
import { noteKindOf } from './note-question.tsx'

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const words = {
  nothing: `
    NIL
    nil.
    NA
    N/A
    n.a.
    none
    None please
    blank
    Leave it blank
    keep blank
    -
    ---
    .
    no
    Nope
    no name
    No name needed
    no  text   please
    Nothing
    nothing on cake
    nothing to write
    Not required
    not applicable
    No need
    no thanks
    without name
    don't want any name
    plain
    xxx
    null
    kuch nahi
    Kuchh nahin
    koi naam nahi
    naam nahi
    nahi
    nahi chahiye
    khali chhod do
    कुछ नहीं
    कुछ भी नहीं
    नहीं
    नही
    नहीँ
    कोई नाम नहीं
    नाम नहीं
    कुछ नहीं लिखना
    do not write anything
    naam mat likhna
    kuch mat likho
    नाम मत लिखना
    कुछ न लिखें
    खाली
    निल`,
  allergy: `
    allergic to nuts
    Allergic to NUTS!
    nut allergy
    Nut-allergy
    peanut allergies
    She has allergy of milk
    alergic to egg
    elergy hai
    no allergy please
    lactose intolerant
    gluten intolerance
    celiac
    coeliac patient
    anaphylaxis
    nuts se allergy hai
    alergi hai kaju se
    नट्स से एलर्जी
    दूध से एलर्ज़ी है
    मेरे बेटे को अलर्जी है`,
  rider: `
    leave at gate
    Leave it with the guard
    LEAVE NEAR DOOR
    Keep with security
    drop off
    Give to watchman
    with guard
    at reception
    2nd floor
    Flat no. 302
    call before
    Call me before delivery
    call me
    Pls call
    please deliver fast
    Ring the bell
    Don’t call
    don't ring bell
    deliver by 5 pm
    Delivery at 6
    before 7pm
    by 5:30 pm
    Urgent
    handle with care
    call 98765 43210
    +91 98765-43210
    contactless delivery
    cash on delivery
    deliver at 12 midnight
    need it before 8
    come after 6
    12 baje dena
    12:30 baje tak bhejna
    raat 12 baje chahiye
    gate pe chhod dena
    gate par rakh do
    Guard ko de dena
    guard ke paas rakhna
    call karke aana
    phone karna
    phone mat karna
    aane se pehle call karna
    ghanti mat bajana
    bell mat bajana
    pehle phone karo
    jaldi bhejna
    time pe lana
    गेट पर छोड़ देना
    गेट पे रख दो
    गार्ड को दे देना
    गार्ड के पास रखना
    बाहर रख दें
    आने से पहले कॉल करें
    फ़ोन करना
    फोन मत करना
    पहले फोन करें
    घंटी मत बजाना
    जल्दी भेजना
    12 बजे देना
    १२ बजे तक भेजें
    रात १२ बजे चाहिए`,
  baker: `
    Please mention if the cake contains egg
    please mention the name
    Must mention egg or eggless
    mention name properly
    Ensure eggless
    Make sure eggless
    make sure its fresh
    Make sure there is no egg
    should be eggless
    Should be fresh
    cake should be soft
    It must be eggless
    must be sugar free
    Needs to be eggless
    kindly make it eggless
    Kindly write in red
    Please make it eggless
    please check spelling
    Please use less cream
    please add candles
    pls send candle
    plz don't add nuts
    can you write happy birthday
    Could you please add a candle
    I want it in blue
    we want eggless
    need 2 candles
    no candle
    No candles
    without egg
    no egg
    no eggs please
    contains egg?
    with egg
    no knife
    Less sugar
    extra cream
    Eggless
    eggless please
    Egg-less
    EGGLESS CAKE
    egg free
    pure veg only
    sugar free
    less sweet
    not too sweet
    nut free
    no nuts
    nuts not allowed
    add candle
    with knife
    no bill
    remove price tag
    don't send bill
    without invoice
    dont tell him
    write happy birthday
    Write name in red
    print it in hindi
    please write Asha
    to be written in cursive
    Happy Birthday on both
    same on both cakes
    on both
    Both cakes same name
    Happy Birthday Asha on top
    Happy Birthday on cake
    name on top
    on the side
    in the middle of the cake
    Happy Birthday Asha in blue colour
    Happy Birthday Asha in red
    in pink color
    blue colour
    colour should be pink
    pink theme
    Happy Birthday in hindi
    write in English
    in capital letters
    Asha in bold
    Same as photo
    same as picture
    as per photo
    like in the photo
    As shown in image
    refer photo
    see attached pic
    as discussed
    as mentioned
    name: Aarav
    Name - Aarav
    Name–Aarav
    name : Aarav Sharma
    NAME=Aarav
    Message: Happy Birthday
    text - Love you
    Birthday boy name is Aarav
    birthday girl's name Anaya
    Baby name is Kiara
    name is Ravi
    Note: eggless
    Special instructions: none
    naam: Aarav
    Naam - Rohan
    naam Rohan hai
    likhna hai hindi mein
    Hindi me likhna
    Happy birthday likh dena
    cake pe happy birthday likhna
    candle nahi chahiye
    mombatti mat dena
    bina ande ka
    bina candle
    anda nahi
    anda nahi hona chahiye
    eggless hona chahiye
    eggless chahiye
    cheeni kam
    kam meetha
    meetha kam
    photo jaisa
    photo jaisa banana
    lal rang mein
    laal color se likhna
    dono cake pe
    neeche likhna
    kripya naam likhein
    bill mat bhejna
    मोमबत्ती मत देना
    मोमबत्ती नहीं चाहिए
    बिना अंडे का
    बिना मोमबत्ती
    अंडा नहीं
    अण्डा नहीं
    अंडा न हो
    एगलेस
    एगलेस होना चाहिए
    चीनी कम
    कम मीठा
    केक पर नाम लिखें
    हिंदी में लिखें
    हिन्दी में
    लाल रंग में
    दोनों केक पर
    फोटो जैसा
    नाम: आरव
    नाम - आरव
    नाम आरव है
    कृपया एगलेस दें
    कृपया नाम लिखें
    बिल मत भेजना`,
}

const names = `
    Asha
    Nil Sharma
    Neel
    Nilesh
    Nilam
    Nutan
    Nutan & Anil
    Rose
    Rosy
    Noor
    Nani
    Nana
    Nona
    Nonu
    Khushi
    Blank & Ivy
    Both of us
    Both of you ❤
    Happy Birthday Mummy from both of us
    God bless you both
    To both of you
    Gift of God
    Happy Birthday Blue
    Pink
    Pinky
    Red
    Rang
    Gulabo
    Mr. Must
    Mustafa
    Musthafa
    Eggy
    Eggbert
    Anda
    Naam Shabana
    Naman
    Name of Love
    Mention
    Ensuring Success Team
    Jain Family
    Mr Jain
    Note Bandi
    Sir Notewala
    Veg Biryani Lovers
    Bill
    Bill Gates
    Candy
    Candle in the wind
    Chaku Bai
    Guard
    Ring ceremony
    Happy Ring Ceremony
    Call of Duty champ
    Happy Birthday Asha
    HBD Ravi
    Happy 50th Anniversary Mom & Dad
    Happy 1st Birthday Aarav
    1st
    25
    25th
    1999
    21-11-2026
    Sweet 16
    40 & Fabulous
    Hip hip hooray
    No 1 Dad
    No.1 Mom
    No. 1 Papa
    No pain no gain
    No more Mondays
    No regrets
    Not old, just classic
    Nothing but love
    Nothing is impossible
    Will you marry me?
    Please marry me
    Please forgive me
    Please be mine
    Please say yes
    Please welcome Team Apollo
    Can you believe he is 40
    Would you be my Valentine
    I want you
    All I need is you
    You are all I need
    Don’t grow up
    Don't worry be happy
    Never give up
    Never stop dreaming
    Without you I am nothing special
    Keep smiling
    Keep in touch
    Keep shining
    Please keep smiling
    Leave a little sparkle
    Make it happen
    Make a wish
    Make today count
    Write your own story
    Add life to your years
    Give me five
    Give love
    The show must go on
    You must be proud
    Love should be like this
    Made with love
    With love from Mummy Papa
    With lots of love
    From Ravi and Asha
    From: Ravi & Asha
    To: Mummy
    Mom-to-be
    Bride-to-be
    Dad - my hero
    Asha - Ravi
    Ravi weds Asha
    R & A
    A ❤ B
    Best papa
    Best papa in the world
    World's best Mom
    Queen of hearts
    Lady in Red
    Men in Blue
    True colours
    Colours of life
    Roses are red, violets are blue
    Red Velvet
    Black Panther
    White House Team
    Golden Jubilee
    Silver Jubilee 25
    Pink city
    Orange Army
    On top of the world
    You are the icing on the cake
    Cherry on the cake
    I love you to the moon and back
    To the moon and back
    To the top
    Love you 3000
    Same to same
    Same pinch
    Partners in crime
    Happy Birthday in heaven
    Happy 1st Birthday in heaven
    Picture perfect
    Photo queen
    Design Team
    Like father like son
    As you like it
    As good as gold
    Welcome home
    Welcome baby boy
    It's a boy
    It's a girl
    Boy or Girl?
    Baby boy
    Birthday boy
    Birthday girl
    Class of 2026
    Egg hunt 2026
    Good eggs only
    More chocolate less drama
    Life is better with chocolate
    Nuts about you
    Sugar & Spice
    Sweet as sugar
    Chai over coffee
    Congratulations on your new house
    Congratulations on both your promotions
    Congratulations Team Allergan
    Best of luck Guard
    Mat & Anna
    Mata Rani
    Nacho
    Deepak ki shaadi
    Team Delivery
    Delivered on time since 1999
    Born at 5 pm
    Happy Birthday Do Do
    Happy birthday Call Me Maybe
    Thank you for everything
    Thank you doctor
    Sorry
    I am sorry please forgive me
    Get well soon
    Good luck
    Bye bye
    Farewell 2026
    Happy Teachers Day
    Happy Diwali
    Merry Christmas
    Eid Mubarak
    Infosys 10 years
    Just Do It
    Think different
    Jaldi theek ho jao
    Miss you Naana
    Janamdin mubarak Papa
    Janamdin ki shubhkamnayein
    Pyaar wala cake
    Shaadi mubarak
    Meri jaan ko dher saara pyaar
    Dono ko shaadi mubarak
    Apna dhyan rakhna
    Khush raho
    Hamesha khush raho
    Tum jiyo hazaaro saal
    Kuch kuch hota hai
    Kabhi khushi kabhi gham
    Nahi bhulenge tumhe
    Rang de basanti
    Dil se
    Bhai ho to aisa
    Mere papa jaisa koi nahi
    Na umra ki seema ho
    जन्मदिन मुबारक आशा
    जन्मदिन की हार्दिक शुभकामनाएँ
    हैप्पी बर्थडे
    हैप्पी बर्थडे नीलेश
    शादी की सालगिरह मुबारक
    माँ को ढेर सारा प्यार
    भगवान आप को देर सारी खुशियाँ दे
    हमेशा मुस्कुराते रहो
    नया घर मुबारक
    पापा नंबर 1
    होली के रंग
    लाल बाबू
    नूतन
    नीलम
    गुलाब
    आप दोनों को बधाई
    दोनों को शादी की बधाई
    मेरे जैसा कोई नहीं
    कुछ कुछ होता है
    अपना ध्यान रखना
    माफ कर दो
    कृपया माफ कर दो
    நன்றி
    பிறந்தநாள் வாழ்த்துக்கள்
    শুভ জন্মদিন
    سالگرہ مبارک`

describe.each(Object.entries(words))('words for: %s', (kind, texts) => {
  test.each(lines(texts))('%s', (text) => expect(noteKindOf(text)).toBe(kind))
})

test.each(['', ' ', ...lines(names)])('a name: %s', (name) => expect(noteKindOf(name)).toBeNull())

test.each(['n\u200bil', 'NIL\u00a0', 'KUCH  NAHI!!', 'ＮＩＬ', 'eggless\u202e', 'kuch nahī̃'])(
  'however it is typed: %j',
  (text) => expect(noteKindOf(text)).not.toBeNull(),
)
