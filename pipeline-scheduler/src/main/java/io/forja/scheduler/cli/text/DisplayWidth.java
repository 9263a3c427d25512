package io.forja.scheduler.cli.text;

/** How many columns of a terminal a text takes. */
public final class DisplayWidth {

    /** First and last code point of each range that East Asian Width calls wide, in order. */
    private static final int[][] WIDE = {
        {0x1100, 0x115F}, {0x231A, 0x231B}, {0x23E9, 0x23EC}, {0x2614, 0x2615}, {0x26A1, 0x26A1}, {0x2705, 0x2705},
        {0x274C, 0x274C}, {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2B50, 0x2B50}, {0x2E80, 0x303E}, {0x3041, 0x33FF},
        {0x3400, 0x4DBF}, {0x4E00, 0xA4CF}, {0xA960, 0xA97C}, {0xAC00, 0xD7A3}, {0xF900, 0xFAFF}, {0xFE10, 0xFE19},
        {0xFE30, 0xFE6F}, {0xFF01, 0xFF60}, {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF},
        {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}
    };

    private static final int ZERO_WIDTH_SPACE = 0x200B;
    private static final int SOFT_HYPHEN = 0xAD;

    private DisplayWidth() {}

    public static int of(String text) {
        return text.codePoints().map(DisplayWidth::of).sum();
    }

    private static int of(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.NON_SPACING_MARK, Character.ENCLOSING_MARK, Character.CONTROL -> 0;
            case Character.FORMAT -> codePoint == SOFT_HYPHEN ? 1 : 0;
            default -> codePoint == ZERO_WIDTH_SPACE ? 0 : isWide(codePoint) ? 2 : 1;
        };
    }

    private static boolean isWide(int codePoint) {
        int low = 0;
        int high = WIDE.length - 1;
        while (low <= high) {
            int middle = (low + high) >>> 1;
            if (codePoint < WIDE[middle][0]) {
                high = middle - 1;
            } else if (codePoint > WIDE[middle][1]) {
                low = middle + 1;
            } else {
                return true;
            }
        }
        return false;
    }
}
