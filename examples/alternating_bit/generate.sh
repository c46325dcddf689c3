#!/bin/sh
# usage: generate.sh K DIR [--no-bit] [--patient]
# Writes DIR/alternating_bit.exp and the monitor DIR/in_order.aut: the alternating bit protocol (Bartlett, Scantlebury
# and Wilkinson 1969), whose two channels hold K messages each, in order (K >= 1), and may lose any of them.
# Without the bit (--no-bit) messages are delivered twice and lost. With --patient the sender's timeout goes off only
# when nothing else can happen.
set -eu

usage() {
    echo "usage: generate.sh K DIR [--no-bit] [--patient]   (K places in a channel, K >= 1)" >&2
    exit 2
}
[ $# -ge 2 ] || usage
case $1 in '' | *[!0-9]*) usage ;; esac
[ "$1" -ge 1 ] || usage
places=$1
folder=$2
shift 2
bits=2
patient=0
for option; do
    case $option in
        --no-bit) bits=1 ;;
        --patient) patient=1 ;;
        *) usage ;;
    esac
done
mkdir -p "$folder"

# The bit is the last offer, " !0" or " !1"; there is none where bits is 1.
# Sender, for each bit: ready; then for each of the data a and b: about to send it, waiting for the acknowledgement.
awk -v bits="$bits" '
    function bit(b) { return bits > 1 ? " !" b : "" }
    function move(from, label, to) { lines[count++] = "(" from ", \"" label "\", " to ")" }
    BEGIN {
        for (b = 0; b < bits; b++) for (d = 0; d < 2; d++) {
            ready = 5 * b
            send = ready + 1 + 2 * d
            data = d ? "b" : "a"
            move(ready, "put !" data, send)
            move(send, "send !" data bit(b), send + 1)
            move(send + 1, "timeout", send)
            move(send + 1, "acknowledged" bit(b), 5 * ((b + 1) % bits))
            if (bits > 1) move(send + 1, "acknowledged" bit(1 - b), send + 1)
        }
        # An acknowledgement that comes late, when nothing is on its way, is taken and ignored.
        for (b = 0; b < bits; b++) move(5 * b, "acknowledged" bit((b + 1) % bits), 5 * b)
        printf "des (0, %d, %d)\n", count, 5 * bits
        for (i = 0; i < count; i++) print lines[i]
    }' >"$folder/sender.aut"

# Receiver, for each bit: waiting; about to deliver a, b; about to acknowledge; with a bit also about to repeat the
# acknowledgement of what it has had before.
awk -v bits="$bits" '
    function bit(b) { return bits > 1 ? " !" b : "" }
    function move(from, label, to) { lines[count++] = "(" from ", \"" label "\", " to ")" }
    BEGIN {
        for (b = 0; b < bits; b++) {
            waiting = 5 * b
            for (d = 0; d < 2; d++) {
                data = d ? "b" : "a"
                move(waiting, "receive !" data bit(b), waiting + 1 + d)
                move(waiting + 1 + d, "deliver !" data, waiting + 3)
                if (bits > 1) move(waiting, "receive !" data bit(1 - b), waiting + 4)
            }
            move(waiting + 3, "acknowledge" bit(b), 5 * ((b + 1) % bits))
            if (bits > 1) move(waiting + 4, "acknowledge" bit(1 - b), waiting)
        }
        printf "des (0, %d, %d)\n", count, (bits > 1 ? 10 : 4)
        for (i = 0; i < count; i++) print lines[i]
    }' >"$folder/receiver.aut"

# A place of a channel: empty 0, then one state for each content, a list such as " !a !0".
place() {
    awk -v contents="$1" '
        BEGIN {
            count = split(contents, content, ",")
            if (count == 0) content[count = 1] = "" # one content, without offers
            printf "des (0, %d, %d)\n", 3 * count, count + 1
            for (i = 1; i <= count; i++) {
                printf "(0, \"take%s\", %d)\n", content[i], i
                printf "(%d, \"give%s\", 0)\n", i, content[i]
                printf "(%d, lose, 0)\n", i
            }
        }'
}
if [ "$bits" -eq 2 ]; then
    place ' !a !0, !a !1, !b !0, !b !1' >"$folder/message.aut"
    place ' !0, !1' >"$folder/acknowledgement.aut"
else
    place ' !a, !b' >"$folder/message.aut"
    place '' >"$folder/acknowledgement.aut"
fi

# channel FILE: K places, each handing on to the next; take and give remain.
channel() {
    awk -v k="$places" -v file="$1" '
        BEGIN {
            printf "(* A channel of %d place%s: what one gives the next takes. Any place may lose what it holds. *)\n", \
                k, (k > 1 ? "s" : "")
            if (k > 1) print "hide \"to_.*\" in"
            print "par"
            for (i = 1; i <= k; i++) {
                input = i == 1 ? "take" : "to_" i
                output = i == k ? "give" : "to_" (i + 1)
                printf "%s  %s, %s -> rename take -> %s, give -> %s in %s end rename\n", (i > 1 ? "||" : "  "), \
                    input, output, input, output, file
            }
            print "end par"
            if (k > 1) print "end hide"
        }'
}
channel message.aut >"$folder/messages.exp"
channel acknowledgement.aut >"$folder/acknowledgements.exp"

{
    echo '(* The alternating bit protocol: what is put at the sender is delivered by the receiver,'
    echo '   once and in order, although the channels between them lose messages. *)'
    if [ $patient -eq 1 ]; then
        echo '-- the timeout waits until nothing else can happen'
        echo 'prio "lose_.*" > "timeout", "receive.*" > "timeout", "deliver.*" > "timeout", "acknowledge.*" > "timeout"'
        [ "$places" -eq 1 ] || echo '   , "i" > "timeout"'
        echo 'in'
    fi
    cat <<'END'
par
    put, send, acknowledged, timeout -> sender.aut
||  send, receive ->
        rename take -> send, give -> receive, lose -> lose_message in
            messages.exp
        end rename
||  receive, deliver, acknowledge -> receiver.aut
||  acknowledge, acknowledged ->
        rename take -> acknowledge, give -> acknowledged, lose -> lose_acknowledgement in
            acknowledgements.exp
        end rename
end par
END
    [ $patient -eq 0 ] || echo 'end prio'
} >"$folder/alternating_bit.exp"

# Nothing on its way 0, a 1, b 2, error 3: each put is delivered once, and before the next put.
cat >"$folder/in_order.aut" <<'END'
des (0, 13, 4)
(0, "put !a", 1)
(0, "put !b", 2)
(0, "deliver !a", 3)
(0, "deliver !b", 3)
(1, "deliver !a", 0)
(1, "deliver !b", 3)
(1, "put !a", 3)
(1, "put !b", 3)
(2, "deliver !b", 0)
(2, "deliver !a", 3)
(2, "put !a", 3)
(2, "put !b", 3)
(3, ERROR, 3)
END
