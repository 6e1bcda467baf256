"""Puts the rupee sign of a face's Latin-extended part into its Latin part, and keeps only what the shop sets."""
import sys
from fontTools.subset import Options, Subsetter, parse_unicodes
from fontTools.ttLib import TTFont

latin_path, extended_path, out_path = sys.argv[1:]
latin, extended = TTFont(latin_path), TTFont(extended_path)
rupee = 0x20B9
source = extended.getBestCmap()[rupee]
glyph = extended['glyf'][source]
assert not glyph.isComposite()
name = 'uni20B9'
variations = latin['gvar'].variations  # read while the glyph order is still the file's
latin.setGlyphOrder(latin.getGlyphOrder() + [name])
latin['glyf'][name] = glyph
latin['hmtx'][name] = extended['hmtx'][source]
variations[name] = extended['gvar'].variations[source]
for table in latin['cmap'].tables:
    if table.isUnicode():
        table.cmap[rupee] = name
# Advance widths then vary by gvar alone, which every browser reads.
for tag in ('HVAR', 'MVAR'):
    if tag in latin:
        del latin[tag]
options = Options(flavor='woff2', layout_features=['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'lnum', 'pnum', 'frac', 'calt'])
subsetter = Subsetter(options)
subsetter.populate(unicodes=parse_unicodes('20-7E,A0,A9,AB,B0,B2,B7,BB,BD,C0-FF,2009,2013,2014,2018-201A,201C-201E,2022,2026,202F,2032,2033,2039,203A,20B9,2190,2192,2212,2215'))
subsetter.subset(latin)
latin.flavor = 'woff2'
latin.save(out_path)
