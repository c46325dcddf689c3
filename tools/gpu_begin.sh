# What check_gpu.sh and sanitize_gpu.sh begin with; read by them, with their arguments TESTS HEDDLE EXAMPLES SUITE ..
# Sets tests, HEDDLE, EXAMPLES, name and logs (an empty folder), and leaves the suites as arguments. Without a GPU says
# SKIP and why, and exits with 0.
name=$(basename "$0" .sh | tr _ -)
if [ $# -lt 3 ]; then
    echo "usage: $(basename "$0") TESTS HEDDLE EXAMPLES SUITE .." >&2
    exit 2
fi
tests=$1
HEDDLE=$2
EXAMPLES=$3
shift 3
logs=build/$name
rm -rf "$logs"
mkdir -p "$logs"

# A build without the engine and a machine without a GPU skip; anything else that is wrong is for the tests to say.
reason=$("$HEDDLE" explore --device cuda --quiet "$EXAMPLES/producer/network.exp" 2>&1)
case $reason in
*'no cuda backend'* | *'no NVIDIA GPU'*)
    echo "SKIP $name: ${reason#heddle: }; nothing was tested"
    exit 0
    ;;
esac
