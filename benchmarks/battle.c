/* The bare battle of Ozmo (axe, kite shield, tries to escape when 3 wounds or fewer are left) against the Brown Bear,
   die by die: what a careful programmer would write who has only this battle to play.

   Each game has a xoshiro256++ stream of its own, seeded by one block of Philox4x64-10.
   Compile with -O3 -march=native -shared -fPIC. */

#include <stdint.h>
#include <stdlib.h>

enum { FOE_KILLED = 1, HERO_KILLED, BOTH_KILLED, HERO_ESCAPED, FOE_FLED };

enum {
    HERO_DICE = 5,      /* Ability Score 3, and 2 of the axe */
    HERO_WOUNDS = 11,
    HERO_ESCAPES = 6,   /* two dice: 7, less the difference of the Escape Numbers 7 and 6 */
    FLEES_AT = 3,       /* wounds left */
    ABSORBED = 6,       /* 4 by the shield, then 2 by the axe */
    FOE_DICE = 4,
    FOE_WOUNDS = 13,
    FOE_ESCAPES = 8,
    HIT_FACE = 5,
};

typedef struct { uint32_t ending, rounds, wounds, foe_wounds; } outcome;
typedef struct { uint64_t s0, s1, s2, s3; } stream;

static inline uint64_t high(uint64_t a, uint64_t b) { return (uint64_t)(((unsigned __int128)a * b) >> 64); }
static inline uint64_t rotate(uint64_t a, int n) { return a << n | a >> (64 - n); }

static stream begin(uint64_t seed, uint64_t game)
{
    stream c = {game, 0, 0, 0};
    uint64_t k0 = seed, k1 = 0;
    for (int round = 0; round < 10; round++) {
        uint64_t h0 = high(0xD2E7470EE14C6C93u, c.s0), l0 = 0xD2E7470EE14C6C93u * c.s0;
        uint64_t h1 = high(0xCA5A826395121157u, c.s2), l1 = 0xCA5A826395121157u * c.s2;
        c = (stream){h1 ^ c.s1 ^ k0, l1, h0 ^ c.s3 ^ k1, l0};
        k0 += 0x9E3779B97F4A7C15u;
        k1 += 0xBB67AE8584CAA73Bu;
    }
    return c;
}

static inline uint64_t next(stream *s)
{
    uint64_t drawn = rotate(s->s0 + s->s3, 23) + s->s0, shifted = s->s1 << 17;
    s->s2 ^= s->s0;
    s->s3 ^= s->s1;
    s->s1 ^= s->s2;
    s->s0 ^= s->s3;
    s->s2 ^= shifted;
    s->s3 = rotate(s->s3, 45);
    return drawn;
}

static inline int die(stream *s) { return (int)high(next(s), 6) + 1; }

static inline int two_dice(stream *s)
{
    int first = die(s);
    return first + die(s);
}

static inline int hits(stream *s, int dice)
{
    int n = 0;
    for (int i = 0; i < dice; i++)
        n += die(s) >= HIT_FACE;
    return n;
}

static inline int least(int a, int b) { return a < b ? a : b; }

static outcome battle(stream *s)
{
    int rounds = abs(die(s) - die(s));  /* of Approach, in which neither side acts */
    int hero = 0, foe = 0;              /* hits taken, the hero's with those that his arms absorbed */
    int ending = 0;
    while (!ending) {
        foe += hits(s, HERO_DICE);
        hero += hits(s, FOE_DICE);
        rounds++;
        if (hero >= ABSORBED + HERO_WOUNDS)
            ending = foe >= FOE_WOUNDS ? BOTH_KILLED : HERO_KILLED;
        else if (foe >= FOE_WOUNDS)
            ending = FOE_KILLED;
        else if (hero >= ABSORBED + HERO_WOUNDS - FLEES_AT && two_dice(s) >= HERO_ESCAPES)
            ending = HERO_ESCAPED;
        else if (foe == FOE_WOUNDS - 1 && two_dice(s) >= FOE_ESCAPES)
            ending = FOE_FLED;
    }
    int wounds = hero > ABSORBED ? least(hero - ABSORBED, HERO_WOUNDS) : 0;
    return (outcome){ending, rounds, wounds, least(foe, FOE_WOUNDS)};
}

/* Games number `first` and up of a seed, one outcome each. */
void battles(uint64_t seed, uint64_t first, uint64_t n, outcome *outcomes)
{
    for (uint64_t i = 0; i < n; i++) {
        stream s = begin(seed, first + i);
        outcomes[i] = battle(&s);
    }
}
